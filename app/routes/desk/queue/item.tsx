import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import type { ItemData } from "./present-item.ts";
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
  const fields = <Hidden {...{ item, next }} />;
  const { texts } = useDeskText("queue");
  return (
    <li className="label desk-item" id={id}>
      <ItemText item={item} id={id}>
        {alone ? <p className="brand">{texts.kinds[item.kind]}</p> : <Tick item={item} id={id} />}
      </ItemText>
      <div className="desk-choices">
        <AcceptForm {...{ item, id, focused, refusal }} constraints={constraints.accept}>
          {fields}
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
      <input type="hidden" name="version" value={item.version} />
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

function AcceptForm({ item, id, focused, constraints, refusal, children }: FormProps) {
  const { texts } = useDeskText("queue");
  const { shown } = item;
  const suggested = shown.kind === "perfume" || shown.kind === "dupe" ? shown : null;
  const { formProps, fields } = useSiteForm<"marca" | "nombre">(`accept-${id}`, {
    constraints,
    refusal,
    ...(suggested && { defaultValue: { marca: suggested.marca, nombre: suggested.nombre } }),
  });
  return (
    <PostForm className="desk-accept" {...formProps}>
      {children}
      <input type="hidden" name="intent" value="accept" />
      {suggested && (
        // Fields are sent even while closed; opened after a refusal, which may concern the names.
        <details open={refusal?.form === `accept-${id}`}>
          <summary>
            {texts.correct}{" "}
            <span className="unseen">{`${suggested.marca} ${suggested.nombre}`}</span>
          </summary>
          <Field field={fields.marca} label={texts.brand} autoComplete="off" />
          <Field field={fields.nombre} label={texts.name} autoComplete="off" />
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
