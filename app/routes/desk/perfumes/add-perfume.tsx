import { data, type RouterContextProvider } from "react-router";
import { findBottle } from "#app/domain/catalog/known-names.ts";
import { addPerfume } from "#app/domain/desk/catalog/edit-perfume.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse, type Refusal } from "#app/http/forms/refusal.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { canonical } from "#app/i18n/text.ts";
import { BottleLink } from "../bottle-link.tsx";
import { type Asked, decision, goOn } from "../decision.ts";
import { FoldedForm } from "../desk-form.tsx";
import { bottleList, bottlePath } from "../desk-paths.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { addForm } from "./perfume-forms.ts";

const maxAlike = 3;

export interface Alike {
  bottles: { id: number; marca: string; nombre: string }[];
  /** the name that they are like: sent again, it is added */
  of: string;
}

export async function alikeTo(
  context: Readonly<RouterContextProvider>,
  name: string,
): Promise<Alike> {
  const [bottles = []] = await context.get(services).search.alike([name], maxAlike);
  return { bottles, of: name };
}

/** Adds a bottle; asks once while similar names are there that the form did not show (RULES.md 10.12). */
export const addIntent = (page: Asked) =>
  decision(page, {
    form: addForm,
    to: bottleList,
    done: "catalogue.added",
    async work(name, by, form) {
      const { context } = page;
      const db = context.get(database);
      const alike = await alikeTo(context, `${name.marca} ${name.nombre}`);
      const isNew = alike.bottles.length > 0 && (await findBottle(db, name)) === undefined;
      if (isNew && canonical(alike.of) !== canonical(textOf(form, "alike_of"))) {
        const sent = addForm.parse(form, context.get(language));
        return askAgain(refuse(context, sent, 409, { message: "catalogue.similar" }), alike);
      }
      const { entry, perfumeId } = await addPerfume(db, name, by);
      return goOn(context, bottlePath(perfumeId), "catalogue.added", { entries: [entry] });
    },
  });

const askAgain = ({ data: refusal, init }: ReturnType<typeof refuse>, alike: Alike) =>
  data<Refusal & { alike: Alike }>({ ...refusal, alike }, init ?? {});

export function AddForm({
  open,
  typed,
  alike,
}: {
  open: boolean;
  typed: { marca: string; nombre: string };
  alike: Alike;
}) {
  const { t } = useDeskTranslations();
  return (
    <FoldedForm
      form={addForm}
      details="form label"
      summary={<h2>{t("desk:catalogue.addPerfume")}</h2>}
      open={open}
      values={typed}
      submit={t("desk:catalogue.add")}
      main
    >
      <input type="hidden" name="alike_of" value={alike.of} />
      {alike.bottles.length > 0 && (
        <div>
          <h3>{t("desk:queue.alike")}</h3>
          <ul className="desk-list">
            {alike.bottles.map((bottle) => (
              <li key={bottle.id}>
                <BottleLink {...bottle} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </FoldedForm>
  );
}
