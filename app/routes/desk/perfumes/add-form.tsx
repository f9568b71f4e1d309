import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field } from "#app/ui/fields.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import type { Alike } from "./add-intent.ts";
import { bottlePath } from "./bottle-page.ts";

interface Props {
  open: boolean;
  /** from the search */
  typed: { marca: string; nombre: string };
  alike: Alike;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

/** Adds a bottle to the catalogue (RULES.md 10.12). */
export function AddForm({ open, typed, alike, constraints, refusal }: Props) {
  const { texts } = useDeskText("catalogue");
  const { alike: question } = useDeskText("queue").texts;
  const { formProps, fields } = useSiteForm<"marca" | "nombre">("add", {
    constraints,
    refusal,
    defaultValue: typed,
  });
  return (
    <details className="form label" open={open || refusal?.form === "add"}>
      <summary>
        <h2>{texts.addPerfume}</h2>
      </summary>
      <PostForm {...formProps}>
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="alike_of" value={alike.of} />
        <Field field={fields.marca} label={texts.marca} />
        <Field field={fields.nombre} label={texts.nombre} />
        {alike.bottles.length > 0 && (
          <div>
            <h3>{question}</h3>
            <ul className="desk-list">
              {alike.bottles.map(({ id, marca, nombre }) => (
                <li key={id}>
                  <Link to={bottlePath(id)}>
                    {marca} · {nombre}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <button className="button main">{texts.add}</button>
      </PostForm>
    </details>
  );
}
