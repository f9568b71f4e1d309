import type { FactColumn } from "#app/domain/catalog/facts.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import { FactFields } from "../fact-fields.tsx";
import { writeShown } from "#app/http/forms/shown-fields.ts";
import { type PageField, pageFields, pagesAsFields } from "./page-fields.ts";
import type { ItemData, Shown } from "./present-item.ts";
import { ItemText } from "./item-text.tsx";
import { Tick } from "./ticked.tsx";

interface ItemProps {
  item: ItemData;
  /** the item after this one; "" for the last */
  next: string;
  /** the page's only item, which needs no tick box */
  alone: boolean;
  focused: boolean;
  constraints: { accept: Constraints; refuse: Constraints };
  refusal: Refusal | undefined;
}

export function Item({ item, next, alone, focused, constraints, refusal }: ItemProps) {
  const id = item.name.replace(":", "-");
  const fields = (
    <>
      <Hidden {...{ item, next }} />
      <input type="hidden" name="version" value={item.version} />
    </>
  );
  const { texts } = useDeskText("queue");
  return (
    <li className="label desk-item" id={id}>
      <ItemText item={item} id={id}>
        {alone ? <p className="brand">{texts.kinds[item.kind]}</p> : <Tick item={item} id={id} />}
      </ItemText>
      <div className="desk-choices">
        <AcceptForm {...{ item, id, focused, refusal }} constraints={constraints.accept}>
          <Hidden {...{ item, next }} />
        </AcceptForm>
        <RefuseForm {...{ item, id, refusal }} constraints={constraints.refuse}>
          {fields}
        </RefuseForm>
      </div>
      {item.alike.length > 0 && <Alike item={item}>{fields}</Alike>}
    </li>
  );
}

function Hidden({ item, next }: Pick<ItemProps, "item" | "next">) {
  return (
    <>
      <input type="hidden" name="item" value={item.name} />
      <input type="hidden" name="next" value={next || "first"} />
    </>
  );
}

interface FormProps {
  item: ItemData;
  id: string;
  focused: boolean;
  constraints: Constraints;
  refusal: Refusal | undefined;
  children: React.ReactNode;
}

type SuggestedField = "marca" | "nombre" | PageField | "version" | "shown" | FactColumn;

/** What an operator can correct; null where a decision is only yes or no. */
function valuesOf(shown: Shown): Partial<Record<SuggestedField, string>> | null {
  if (shown.kind === "facts") return shown.typed;
  if (shown.kind !== "perfume" && shown.kind !== "dupe") return null;
  const { marca, nombre, pages } = shown;
  return { marca, nombre, ...pagesAsFields(pages) };
}

function AcceptForm({ item, id, focused, constraints, refusal, children }: FormProps) {
  const { texts } = useDeskText("queue");
  const { shown } = item;
  const suggested = valuesOf(shown);
  const named = shown.kind === "perfume" || shown.kind === "dupe" ? shown : item.perfume;
  const { formProps, fields } = useSiteForm<SuggestedField>(`accept-${id}`, {
    constraints,
    refusal,
    defaultValue: {
      ...suggested,
      version: String(item.version),
      shown: writeShown(suggested ?? {}),
    },
  });
  return (
    <PostForm className="desk-accept" {...formProps}>
      {children}
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="version" value={fields.version.initialValue} />
      <input type="hidden" name="shown" value={fields.shown.initialValue} />
      {suggested && (
        // Fields are sent even while closed; opened after a refusal, which may concern them.
        <details open={refusal?.form === `accept-${id}`}>
          <summary>
            {texts.correct} <span className="unseen">{`${named?.marca} ${named?.nombre}`}</span>
          </summary>
          {shown.kind === "facts" ? (
            <FactFields fields={fields} />
          ) : (
            <>
              <Field field={fields.marca} label={texts.brand} autoComplete="off" />
              <Field field={fields.nombre} label={texts.name} autoComplete="off" />
            </>
          )}
          {shown.kind === "dupe" &&
            pageFields
              .filter(
                (name, at) => at < Math.max(shown.pages.length, 1) || fields[name].initialValue,
              )
              .map((name, at, { length }) => (
                <Field
                  key={name}
                  field={fields[name]}
                  name="fuente"
                  label={length > 1 ? `${at + 1}. ${texts.supporting}` : texts.supporting}
                  inputMode="url"
                  autoComplete="off"
                />
              ))}
        </details>
      )}
      <button
        className="button main"
        aria-describedby={`${id}-what`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next item gets the focus (RULES.md 10.10)
        autoFocus={focused}
      >
        {item.kind === "review" ? texts.remove : texts.accept}
      </button>
    </PostForm>
  );
}

/** Pressing Enter in the field declines, with or without a reason. */
function RefuseForm({ item, id, constraints, refusal, children }: Omit<FormProps, "focused">) {
  const { texts } = useDeskText("queue");
  const { formProps, fields } = useSiteForm<"reason">(`refuse-${id}`, { constraints, refusal });
  return (
    <PostForm className="desk-refuse" {...formProps}>
      {children}
      <input type="hidden" name="intent" value="refuse" />
      <Field field={fields.reason} label={texts.reason} autoComplete="off" list="reasons" />
      <button className="button" aria-describedby={`${id}-what`}>
        {item.kind === "review" ? texts.showAgain : texts.refuse}
      </button>
    </PostForm>
  );
}

function Alike({ item, children }: Pick<FormProps, "item" | "children">) {
  const { texts } = useDeskText("queue");
  return (
    <div className="desk-alike">
      <h3>{texts.alike}</h3>
      <ul>
        {item.alike.map(({ id: bottle, marca, nombre, path }) => (
          <li key={bottle}>
            <Link to={path}>
              <span className="brand">{marca}</span> {nombre}
            </Link>
            <PostForm>
              {children}
              <input type="hidden" name="intent" value="same" />
              <input type="hidden" name="perfume_id" value={bottle} />
              <button className="button">
                {texts.same} <span className="unseen">{`${marca} ${nombre}`}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </div>
  );
}
