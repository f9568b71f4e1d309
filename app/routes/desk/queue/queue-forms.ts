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
import { reasonConstraint, reasonField } from "../reason.tsx";

/** @param name e.g. "perfume:12" */
export const formId = (intent: string, name: string) => `${intent}-${name.replace(":", "-")}`;

export const acceptForm = (name: string) =>
  defineForm(
    formId("accept", name),
    z.object({
      marca: brandField().optional(),
      nombre: perfumeNameField().optional(),
      fuente: sourceField("perfume.errorSource"),
      ...factFields(),
      version: hiddenField(),
      shown: hiddenField(),
    }),
    {
      labels: {
        marca: "desk:queue.brand",
        nombre: "desk:queue.name",
        fuente: "desk:queue.supporting",
        ...factLabels,
      },
      constraints: { fuente: { required: false }, ...factConstraints },
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
