import { z } from "zod";
import { parseItem, parseVersion, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  brandField,
  factConstraints,
  factFields,
  factLabels,
  hiddenField,
  perfumeNameField,
  sourceField,
} from "#app/http/forms/form-fields.ts";
import { type PageField, pageFields } from "./page-fields.ts";
import { reasonConstraint, reasonField } from "../reason.tsx";

/** @param name e.g. "perfume:12" */
export const formId = (intent: string, name: string) => `${intent}-${name.replace(":", "-")}`;

const each = <Value>(value: Value) =>
  Object.fromEntries(pageFields.map((name) => [name, value])) as Record<PageField, Value>;

function withPagesApart(form: FormData): FormData {
  const apart = new FormData();
  for (const [name, value] of form) if (name !== "fuente") apart.append(name, value);
  const pages = form.getAll("fuente").slice(0, pageFields.length);
  for (const [at, value] of pages.entries()) apart.append(pageFields[at]!, value);
  return apart;
}

export function acceptForm(name: string) {
  const form = acceptFields(name);
  const parse: typeof form.parse = (sent, language) => form.parse(withPagesApart(sent), language);
  return { id: form.id, constraints: form.constraints, parse };
}

const acceptFields = (name: string) =>
  defineForm(
    formId("accept", name),
    z.object({
      marca: brandField().optional(),
      nombre: perfumeNameField().optional(),
      ...each(sourceField("perfume.errorSource")),
      ...factFields(),
      version: hiddenField(),
      shown: hiddenField(),
    }),
    {
      labels: {
        marca: "desk:queue.brand",
        nombre: "desk:queue.name",
        ...each("desk:queue.supporting" as const),
        ...factLabels,
      },
      constraints: { ...each({ required: false }), ...factConstraints },
    },
  );

export const refuseForm = (name: string) =>
  defineForm(formId("refuse", name), z.object({ reason: reasonField() }), {
    labels: { reason: "desk:queue.reason" },
    constraints: { reason: reasonConstraint },
  });

export const tickedForm = (intent: "accept-all" | "refuse-all") =>
  defineForm(intent, z.object({ reason: reasonField() }), {
    labels: { reason: "desk:queue.reason" },
    constraints: { reason: reasonConstraint },
  });

/** The item that a form decides on, in the version that the sender saw. */
export function itemIn(form: FormData): SeenItem | null {
  const item = parseItem(form.get("item"));
  const version = parseVersion(form.get("version"));
  return item && version !== null ? { ...item, version } : null;
}
