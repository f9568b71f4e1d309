import { z } from "zod";
import { link, maxAliasLength, optionalSourceUrl } from "#app/domain/catalog/catalog-fields.ts";
import { isPastDay } from "#app/domain/catalog/days.ts";
import { parseSourceUrl } from "#app/domain/catalog/source-urls.ts";
import { sourceKinds, stances } from "#app/domain/catalog/sources.ts";
import { cleanLine, hasInvisible, isBlank } from "#app/i18n/clean-text.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  factConstraints,
  factFields,
  factLabels,
  hiddenField,
} from "#app/http/forms/form-fields.ts";
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

const estimacion_url = z
  .string()
  .default("")
  .refine((text) => optionalSourceUrl.safeParse(text).success, "catalogue.estimateUrl")
  .transform((text) => optionalSourceUrl.parse(text));

/** Only a figure can have been published. */
const isPublished = (value: { estimacion: number | null; estimacion_url: string | null }) =>
  value.estimacion_url === null || value.estimacion !== null;
const unpublished = { error: "catalogue.estimateUrl", path: ["estimacion_url"] };

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
const optional = { required: false };
const ofDupe = { estimacion: optional, estimacion_url: optional, enlace: optional };
const dupe = {
  estimacion: "desk:catalogue.estimacion",
  estimacion_url: "desk:catalogue.estimacion_url",
  enlace: "desk:catalogue.enlace",
} as const;

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
    ...factFields(),
    version: z
      .string("desk.unknown")
      .regex(/^\d{1,15}$/u, "desk.unknown")
      .transform(Number),
    shown: hiddenField(),
    reason: reasonField(),
  }),
  {
    labels: { ...names, popularidad: "desk:catalogue.popularidad", ...factLabels, ...reason },
    constraints: { ...constraints, ...factConstraints },
  },
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
  z
    .object({ marca: name(), nombre: name(), estimacion, estimacion_url, enlace })
    .refine(isPublished, unpublished),
  { labels: { ...names, ...dupe }, constraints: ofDupe },
);

const dupeFormId = (dupeId: string) => `dupe-${parseId(dupeId) ?? ""}-form`;

/** One form per dupe, so that errors appear beside the right one. */
export const dupeSaveForm = (dupeId: string) =>
  defineForm(
    dupeFormId(dupeId),
    z
      .object({ dupe_id: id, estimacion, estimacion_url, enlace, reason: reasonField() })
      .refine(isPublished, unpublished),
    { labels: { ...dupe, ...reason }, constraints: { ...ofDupe, ...constraints } },
  );

/** The other button of the same form, so that a refusal keeps the text in all fields. */
export const dupeRemoveForm = (dupeId: string) =>
  defineForm(
    dupeFormId(dupeId),
    z.object({
      dupe_id: id,
      estimacion: hiddenField(),
      estimacion_url: hiddenField(),
      enlace: hiddenField(),
      reason: reasonField(),
    }),
    { labels: reason, constraints },
  );

/** One form per dupe, as `dupeSaveForm`. */
export const sourceAddForm = (dupeId: string) =>
  defineForm(
    `source-${parseId(dupeId) ?? ""}-form`,
    z.object({
      dupe_id: id,
      url: z
        .string("catalogue.url")
        .refine((text) => parseSourceUrl(text) !== null, "catalogue.url")
        .transform((text) => parseSourceUrl(text)!),
      title: line(maxName, "catalogue.title"),
      stance: z.enum(stances, "desk.unknown").default("for"),
      kind: z.enum(sourceKinds, "desk.unknown").default("review"),
      said_on: z
        .string()
        .trim()
        .default("")
        .refine((day) => day === "" || isPastDay(day, new Date()), "catalogue.saidOn")
        .transform((day) => day || null),
    }),
    {
      labels: {
        url: "desk:catalogue.url",
        title: "desk:catalogue.sourceTitle",
        stance: "desk:catalogue.stance",
        kind: "desk:catalogue.kind",
        said_on: "desk:catalogue.saidOn",
      },
      constraints: { said_on: optional },
    },
  );

export const mergeForm = defineForm("merge", z.object({ into: id, reason: reasonField() }), {
  labels: { into: "desk:catalogue.into", ...reason },
  constraints,
});

export const reasonedForm = (intent: "photo-remove" | "remove") =>
  defineForm(intent, z.object({ reason: reasonField() }), { labels: reason, constraints });
