import { z } from "zod";
import { itemName, parseItem, parseVersion, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField, nameField } from "#app/http/forms/form-fields.ts";
import { reasonConstraint, reasonField } from "../reason-schema.ts";

const suggestedName = () => nameField("home.errorEmpty", "home.errorTooLong").optional();

/** The id of an item's forms, of which a page has many. @param intent "accept", "refuse", "same" @param name e.g. "perfume:12" */
export const formId = (intent: string, name: string) => `${intent}-${name.replace(":", "-")}`;

/** Takes an item over, with its names as they are corrected. */
export const acceptForm = (name: string) =>
  defineForm(
    formId("accept", name),
    z.object({ marca: suggestedName(), nombre: suggestedName() }),
    { labels: { marca: "desk:queue.brand", nombre: "desk:queue.name" } },
  );

/** Refuses an item. */
export const refuseForm = (name: string) =>
  defineForm(formId("refuse", name), z.object({ reason: reasonField() }), {
    labels: { reason: "desk:queue.reason" },
    constraints: { reason: reasonConstraint },
  });

/** Says which bottle of the catalogue it is. */
export const sameForm = (name: string) =>
  defineForm(formId("same", name), z.object({ perfume_id: hiddenField() }), { labels: {} });

/** Decides on all that are ticked. */
export const tickedForm = (intent: "accept-all" | "refuse-all") =>
  defineForm(intent, z.object({ reason: reasonField() }), {
    labels: { reason: "desk:queue.reason" },
    constraints: { reason: reasonConstraint },
  });

/** @returns the item that a form is about, as it was seen; null where it is none */
export function itemIn(form: FormData): (SeenItem & { name: string }) | null {
  const item = parseItem(form.get("item"));
  const version = parseVersion(form.get("version"));
  return item && version !== null ? { ...item, version, name: itemName(item) } : null;
}
