import { z } from "zod";
import { link, maxAliasLength, optionalSourceUrl } from "#app/domain/catalog/catalog-fields.ts";
import { isPastDay } from "#app/domain/catalog/days.ts";
import { parseSourceUrl } from "#app/domain/catalog/source-urls.ts";
import { isOfItsKind, maxAuthor, sourceKinds, stances } from "#app/domain/catalog/sources.ts";
import { cleanLine, hasInvisible, isBlank } from "#app/i18n/clean-text.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import {
  authorField,
  factConstraints,
  factFields,
  hiddenField,
} from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { deskForm, reasonConstraint, reasonField } from "../desk-form.tsx";

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

const reason = { reason: reasonConstraint };
const optional = { required: false };
const ofDupe = { estimacion: optional, estimacion_url: optional, enlace: optional };

export const saveForm = deskForm(
  "catalogue",
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
  { constraints: { ...reason, ...factConstraints } },
);

export const addForm = deskForm("catalogue", "add", z.object({ marca: name(), nombre: name() }));

export const aliasForm = deskForm(
  "catalogue",
  "alias-add",
  z.object({
    alias: line(maxAliasLength, "catalogue.alias"),
    kind: z.enum(["name", "code"], "desk.unknown").default("name"),
  }),
);

export const dupeAddForm = deskForm(
  "catalogue",
  "dupe-add",
  z
    .object({ marca: name(), nombre: name(), estimacion, estimacion_url, enlace })
    .refine(isPublished, unpublished),
  { constraints: ofDupe },
);

/** One form per dupe, so that errors appear beside the right one. */
export const ofDupeIn = (about: "dupe" | "source", form: FormData) =>
  `${about}-${parseId(textOf(form, "dupe_id")) ?? ""}-form`;

export const dupeSaveForm = deskForm(
  "catalogue",
  "dupe-save",
  z
    .object({ dupe_id: id, estimacion, estimacion_url, enlace, reason: reasonField() })
    .refine(isPublished, unpublished),
  { constraints: { ...ofDupe, ...reason } },
);

/** The other button of the same form, so that a refusal keeps the text in all fields. */
export const dupeRemoveForm = deskForm(
  "catalogue",
  "dupe-remove",
  z.object({
    dupe_id: id,
    estimacion: hiddenField(),
    estimacion_url: hiddenField(),
    enlace: hiddenField(),
    reason: reasonField(),
  }),
);

export const sourceAddForm = deskForm(
  "catalogue",
  "source-add",
  z
    .object({
      dupe_id: id,
      url: z
        .string("catalogue.url")
        .refine((text) => parseSourceUrl(text) !== null, "catalogue.url")
        .transform((text) => parseSourceUrl(text)!),
      title: line(maxName, "catalogue.title"),
      author: authorField(),
      stance: z.enum(stances, "desk.unknown").default("for"),
      kind: z.enum(sourceKinds, "desk.unknown").default("review"),
      said_on: z
        .string()
        .trim()
        .default("")
        .refine((day) => day === "" || isPastDay(day, new Date()), "catalogue.saidOn")
        .transform((day) => day || null),
    })
    .refine(isOfItsKind, { path: ["kind"], error: "sources.errorKind" }),
  {
    labels: { title: "desk:catalogue.sourceTitle" },
    constraints: { author: { ...optional, maxLength: maxAuthor }, said_on: optional },
  },
);

export const mergeForm = deskForm(
  "catalogue",
  "merge",
  z.object({ into: id, reason: reasonField() }),
  { constraints: reason },
);

const reasonedForm = (intent: "photo-remove" | "remove") =>
  deskForm("catalogue", intent, z.object({ reason: reasonField() }), { constraints: reason });

export const photoRemoveForm = reasonedForm("photo-remove");
export const removeForm = reasonedForm("remove");
