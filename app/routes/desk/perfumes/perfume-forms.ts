import { z } from "zod";
import { link, maxAliasLength } from "#app/domain/catalog/catalog-fields.ts";
import { cleanLine, hasInvisible, isBlank } from "#app/i18n/clean-text.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { reasonConstraint, reasonField } from "../reason.tsx";

/** UTF-16 units of a name, the same as in imports (RULES.md 1.11) */
const maxName = 200;
const maxLink = 2000;
/** raw UTF-16 units accepted per character left after cleaning */
const rawPerCharacter = 8;

/** Refuses invisible characters instead of dropping them, so that operators notice what they pasted. */
const line = (max: number, wrong: MessageKey) =>
  z
    .string(wrong)
    .refine((text) => text.length <= max * rawPerCharacter && !hasInvisible(text), {
      error: wrong,
      abort: true,
    })
    .transform(cleanLine)
    .refine((text) => !isBlank(text), wrong)
    .pipe(z.string().max(max, wrong));

const name = () => line(maxName, "catalogue.name");

const estimacion = z
  .string()
  .default("")
  .refine((text) => /^\s*(\d{1,2}|100)?\s*$/u.test(text), "catalogue.estimate")
  .transform((text) => (text.trim() === "" ? null : Number(text)));

const enlace = z
  .string()
  .default("")
  .refine((text) => text.length <= maxLink && link.safeParse(text).success, "catalogue.link")
  .transform((text) => link.parse(text));

const id = z
  .string("catalogue.id")
  .refine((text) => parseId(text.trim()) !== null, "catalogue.id")
  .transform((text) => Number(text));

const names = { marca: "desk:catalogue.marca", nombre: "desk:catalogue.nombre" } as const;
const reason = { reason: "desk:catalogue.reason" } as const;
const constraints = { reason: reasonConstraint };
const ofDupe = { estimacion: { required: false }, enlace: { required: false } };
const dupe = { estimacion: "desk:catalogue.estimacion", enlace: "desk:catalogue.enlace" } as const;

export const saveForm = defineForm(
  "save",
  z.object({
    marca: name(),
    nombre: name(),
    popularidad: z
      .string("catalogue.popularity")
      .trim()
      .regex(/^\d{1,9}$/u, "catalogue.popularity")
      .transform(Number),
    version: z
      .string("desk.unknown")
      .regex(/^\d{1,15}$/u, "desk.unknown")
      .transform(Number),
    reason: reasonField(),
  }),
  { labels: { ...names, popularidad: "desk:catalogue.popularidad", ...reason }, constraints },
);

export const addForm = defineForm("add", z.object({ marca: name(), nombre: name() }), {
  labels: names,
});

export const aliasForm = defineForm(
  "alias-add",
  z.object({
    alias: line(maxAliasLength, "catalogue.alias"),
    kind: z.enum(["name", "code"], "desk.unknown").default("name"),
  }),
  { labels: { alias: "desk:catalogue.alias", kind: "desk:catalogue.kind" } },
);

export const dupeAddForm = defineForm(
  "dupe-add",
  z.object({ marca: name(), nombre: name(), estimacion, enlace }),
  { labels: { ...names, ...dupe }, constraints: ofDupe },
);

const dupeFormId = (dupeId: string) => `dupe-${parseId(dupeId) ?? ""}-form`;

/** One form per dupe, so that errors appear beside the right one. */
export const dupeSaveForm = (dupeId: string) =>
  defineForm(
    dupeFormId(dupeId),
    z.object({ dupe_id: id, estimacion, enlace, reason: reasonField() }),
    { labels: { ...dupe, ...reason }, constraints: { ...ofDupe, ...constraints } },
  );

/** The other button of the same form, so that a refusal keeps the text in all fields. */
export const dupeRemoveForm = (dupeId: string) =>
  defineForm(
    dupeFormId(dupeId),
    z.object({
      dupe_id: id,
      estimacion: hiddenField(),
      enlace: hiddenField(),
      reason: reasonField(),
    }),
    { labels: reason, constraints },
  );

export const mergeForm = defineForm("merge", z.object({ into: id, reason: reasonField() }), {
  labels: { into: "desk:catalogue.into", ...reason },
  constraints,
});

export const reasonedForm = (intent: "photo-remove" | "remove") =>
  defineForm(intent, z.object({ reason: reasonField() }), { labels: reason, constraints });
