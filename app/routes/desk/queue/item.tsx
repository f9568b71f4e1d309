import { factColumns } from "#app/domain/catalog/facts.ts";
import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import { writeShown } from "#app/http/forms/shown-fields.ts";
import { factsToType } from "#app/http/forms/typed-facts.ts";
import { DeskForm, type Inputs } from "../desk-form.tsx";
import { useRefusal } from "../desk-page.tsx";
import { useFactInputs } from "../fact-fields.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Bottle, ItemText } from "./item-text.tsx";
import { acceptForm, formId, pageFields, pagesAsFields, refuseForm } from "./queue-forms.ts";
import { Tick } from "./ticked.tsx";

interface ItemProps {
  item: QueueItem;
  now: Date;
  /** the item after this one; "" for the last */
  next: string;
  /** the page's only item, which needs no tick box */
  alone: boolean;
  focused: boolean;
}

export function Item({ item, now, next, alone, focused }: ItemProps) {
  const id = item.name.replace(":", "-");
  const { t } = useDeskTranslations();
  const which = (
    <>
      <input type="hidden" name="item" value={item.name} />
      <input type="hidden" name="next" value={next || "first"} />
    </>
  );
  const inThisVersion = (
    <>
      {which}
      <input type="hidden" name="version" value={item.version} />
    </>
  );
  return (
    <li className="label desk-item" id={id}>
      <ItemText {...{ item, now, id }}>
        {alone ? (
          <p className="brand">{t(`desk:queue.kinds.${item.kind}`)}</p>
        ) : (
          <Tick item={item} id={id} />
        )}
      </ItemText>
      <div className="desk-choices">
        <AcceptForm {...{ item, id, focused }}>{which}</AcceptForm>
        <RefuseForm {...{ item, id }}>{inThisVersion}</RefuseForm>
      </div>
      {item.alike.length > 0 && <Alike item={item}>{inThisVersion}</Alike>}
    </li>
  );
}

interface FormProps {
  item: QueueItem;
  id: string;
  children: React.ReactNode;
}

/** What an operator can correct; nothing where a decision is only yes or no. */
function useCorrectable({ name, details }: QueueItem): {
  values: Record<string, string>;
  inputs: Inputs;
} {
  const { language, t } = useDeskTranslations();
  const factInputs = useFactInputs();
  const kindInput = {
    options: Object.entries(t("desk:catalogue.kinds", { returnObjects: true })),
  };
  const refusal = useRefusal();
  if (details.kind === "facts") {
    const values = factsToType(language, details.facts);
    const inputs = factColumns.map((column) => [column, factInputs[column] ?? {}]);
    return { values, inputs: Object.fromEntries(inputs) };
  }
  if (details.kind === "source") {
    const { url, author } = details;
    const values = { title: hostOf(url), author: author ?? "", kind: "discussion" };
    return { values, inputs: { title: {}, author: {}, kind: kindInput } };
  }
  if (details.kind !== "perfume" && details.kind !== "dupe") return { values: {}, inputs: {} };
  const { kind, marca, nombre, pages } = details;
  const typed = refusal?.form === formId("accept", name) ? refusal.initialValue : undefined;
  const places = pageFields.filter(
    (field, at) => kind === "dupe" && (at < Math.max(pages.length, 1) || typed?.[field]),
  );
  const label = (at: number) =>
    places.length > 1 ? `${at + 1}. ${t("desk:queue.supporting")}` : t("desk:queue.supporting");
  const address = { name: "fuente", inputMode: "url", autoComplete: "off" } as const;
  return {
    values: {
      marca,
      nombre,
      ...pagesAsFields(pages),
      ...(kind === "dupe" && { kind: "discussion" }),
    },
    inputs: {
      marca: { autoComplete: "off" },
      nombre: { autoComplete: "off" },
      ...Object.fromEntries(places.map((field, at) => [field, { ...address, label: label(at) }])),
      ...(kind === "dupe" && { author: {}, kind: kindInput }),
    },
  };
}

function AcceptForm({ item, id, focused, children }: FormProps & { focused: boolean }) {
  const { t } = useDeskTranslations();
  const { details, version } = item;
  const { values, inputs } = useCorrectable(item);
  const only = Object.keys(inputs);
  const named = details.kind === "perfume" || details.kind === "dupe" ? details : item.perfume;
  return (
    <DeskForm
      form={acceptForm}
      id={`accept-${id}`}
      className="desk-accept"
      values={{ ...values, version: String(version), shown: writeShown(values) }}
      only={only}
      inputs={inputs}
      fold={
        only.length > 0 && (
          <>
            {t("desk:queue.correct")}{" "}
            <span className="unseen">{`${named?.marca} ${named?.nombre}`}</span>
          </>
        )
      }
    >
      {children}
      <button
        className="button main"
        aria-describedby={`${id}-what`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next item gets the focus (RULES.md 10.10)
        autoFocus={focused}
      >
        {item.kind === "review" ? t("desk:queue.remove") : t("desk:queue.accept")}
      </button>
    </DeskForm>
  );
}

/** Pressing Enter in the field declines, with or without a reason. */
function RefuseForm({ item, id, children }: FormProps) {
  const { t } = useDeskTranslations();
  return (
    <DeskForm
      form={refuseForm}
      id={`refuse-${id}`}
      className="desk-refuse"
      inputs={{ reason: { list: "reasons" } }}
    >
      {children}
      <button className="button" aria-describedby={`${id}-what`}>
        {item.kind === "review" ? t("desk:queue.showAgain") : t("desk:queue.refuse")}
      </button>
    </DeskForm>
  );
}

function Alike({ item: { alike }, children }: Omit<FormProps, "id">) {
  const { t } = useDeskTranslations();
  return (
    <div className="desk-alike">
      <h3>{t("desk:queue.alike")}</h3>
      <ul>
        {alike.map((bottle) => (
          <li key={bottle.id}>
            <Bottle {...bottle} />
            <PostForm>
              {children}
              <input type="hidden" name="intent" value="same" />
              <input type="hidden" name="perfume_id" value={bottle.id} />
              <button className="button">
                {t("desk:queue.same")}{" "}
                <span className="unseen">{`${bottle.marca} ${bottle.nombre}`}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </div>
  );
}
