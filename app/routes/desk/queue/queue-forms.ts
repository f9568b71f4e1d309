import { z } from "zod";
import { parseItem, parseVersion, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { maxAuthor, maxSourceTitle, sourceKinds } from "#app/domain/catalog/sources.ts";
import {
  authorField,
  brandField,
  factConstraints,
  factFields,
  hiddenField,
  optionalTextField,
  perfumeNameField,
  sourceField,
} from "#app/http/forms/form-fields.ts";
import { deskForm, reasonConstraint, reasonField } from "../desk-form.tsx";

/** For each page of a suggested dupe, which are all sent as `fuente`. */
export const pageFields = ["fuente", "fuente_2", "fuente_3", "fuente_4", "fuente_5"] as const;

export const pagesAsFields = (pages: readonly string[]) =>
  Object.fromEntries(pageFields.map((name, at) => [name, pages[at] ?? ""]));

export const formId = (intent: string, name: string) => `${intent}-${name.replace(":", "-")}`;

const each = <Value>(value: Value) =>
  Object.fromEntries(pageFields.map((name) => [name, value])) as Record<
    (typeof pageFields)[number],
    Value
  >;

function withPagesApart(form: FormData): FormData {
  const apart = new FormData();
  for (const [name, value] of form) if (name !== "fuente") apart.append(name, value);
  const pages = form.getAll("fuente").slice(0, pageFields.length);
  for (const [at, value] of pages.entries()) apart.append(pageFields[at]!, value);
  return apart;
}

const suggestion = deskForm(
  "catalogue",
  "accept",
  z.object({
    marca: brandField().optional(),
    nombre: perfumeNameField().optional(),
    ...each(sourceField("perfume.errorSource")),
    title: optionalTextField(maxSourceTitle, "catalogue.title"),
    author: authorField(),
    kind: z.enum(sourceKinds, "desk.unknown").optional(),
    ...factFields(),
    version: hiddenField(),
    shown: hiddenField(),
  }),
  {
    labels: { ...each("desk:queue.supporting" as const), title: "desk:catalogue.sourceTitle" },
    constraints: {
      ...each({ required: false }),
      title: { required: false, maxLength: maxSourceTitle },
      author: { required: false, maxLength: maxAuthor },
      ...factConstraints,
    },
  },
);

export const acceptForm: typeof suggestion = {
  ...suggestion,
  parse: (form, language, id) => suggestion.parse(withPagesApart(form), language, id),
};

export const refuseForm = deskForm("catalogue", "refuse", z.object({ reason: reasonField() }), {
  constraints: { reason: reasonConstraint },
});

export const tickedId = "ticked";

export function itemIn(form: FormData): SeenItem | null {
  const item = parseItem(form.get("item"));
  const version = parseVersion(form.get("version"));
  return item && version !== null ? { ...item, version } : null;
}
