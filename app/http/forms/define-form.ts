import { parse as readTyped } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { Language } from "#app/i18n/languages.ts";
import type { TextKey } from "#app/i18n/i18n.ts";
import { isMessage, type MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { isBlank } from "#app/i18n/clean-text.ts";
import { textOf } from "./read-form.ts";
import type { Constraints, Hints, SentForm } from "./sent-form.ts";

export interface FormDefinition<Value = unknown> {
  id: string;
  constraints: Constraints;
  labels: Partial<Record<string, TextKey>>;
  /** @param ownId where a page has several of the form */
  parse(form: FormData, language: Language, ownId?: string): SentForm<Value>;
}

interface Options<Field extends string> {
  /** of the fields that people see */
  labels?: Partial<Record<Field, TextKey>>;
  /** for rules that HTML cannot express, e.g. a length in code points */
  constraints?: Partial<Record<Field, Constraints[string]>>;
  multiple?: Field[];
  /** of the whole form, above what each field says, when a required field is empty */
  incomplete?: MessageKey;
}

/** @param schema in the order of the page's fields; its messages are message keys (RULES.md 12.6) */
export function defineForm<Shape extends z.core.$ZodLooseShape>(
  id: string,
  schema: z.ZodObject<Shape>,
  options: Options<keyof Shape & string> = {},
): FormDefinition<z.output<z.ZodObject<Shape>>> {
  const fields = Object.keys(schema.shape);
  const { labels = {} }: Options<string> = options;
  const multiple: string[] = options.multiple ?? [];
  let constraints: Constraints | undefined;
  return {
    id,
    labels,
    get constraints() {
      return (constraints ??= constraintsOf(schema, options));
    },
    parse(form, language, ownId = id) {
      const typed = only(form, fields, multiple);
      let submission: ReturnType<typeof validate> | undefined;
      const validate = () =>
        parseWithZod(typed, {
          schema,
          disableAutoCoercion: true,
          formatError: (issues: z.core.$ZodIssue[]) =>
            issues.map((issue) =>
              say(language, issue.message, issue.code === "custom" ? issue.params : undefined),
            ),
        });
      const validated = () => (submission ??= validate());
      return {
        id: ownId,
        submission: readTyped(typed, { resolve: () => ({ value: {} }) }),
        get value() {
          const result = validated();
          return result.status === "success" ? result.value : null;
        },
        get validated() {
          return validated();
        },
        get incomplete() {
          const result = validated();
          const wrong = result.status === "error" ? Object.keys(result.error ?? {}) : [];
          const isIncomplete = wrong.some((name) => isBlank(textOf(typed, name)));
          return options.incomplete && isIncomplete ? say(language, options.incomplete) : null;
        },
        describe: () => ({
          labels: labelsOf(labels, language),
          hints: hintsOf(schema, constraintsOf(schema, options), language),
        }),
      };
    },
  };
}

/** The text of an issue, whose message is the key of one. */
const say = (language: Language, key: string, values?: Record<string, unknown>) =>
  isMessage(key) ? translatorIn(language).t(`messages:${key}`, values) : key;

const maxValues = 20;

/** Field names like "a[0].b" would make conform build a list of any length, and repeated fields take quadratic time. */
function only(form: FormData, fields: string[], multiple: string[]): FormData {
  const known = new FormData();
  for (const name of fields) {
    const several = multiple.includes(name);
    for (const value of form.getAll(name).slice(0, several ? maxValues : 1))
      known.append(several ? `${name}[]` : name, value);
  }
  return known;
}

function constraintsOf(schema: z.ZodObject, { labels = {}, constraints = {} }: Options<string>) {
  const ofSchema = getZodConstraint(schema);
  return Object.fromEntries(
    Object.keys(labels).map((name) => [name, { ...ofSchema[name], ...constraints[name] }]),
  );
}

function labelsOf(labels: Partial<Record<string, TextKey>>, language: Language) {
  const { t } = translatorIn(language);
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, key]) => (key ? [[name, t(key)]] : [])),
  );
}

function hintsOf(schema: z.ZodObject, constraints: Constraints, language: Language): Hints {
  const errorOf = (name: string, value: string) => {
    const { error } = (schema.shape[name] as z.ZodType).safeParse(value);
    // The last one names no sign of `value`.
    const key = error?.issues.at(-1)?.message;
    return key && say(language, key);
  };
  return Object.fromEntries(
    Object.entries(constraints).map(([name, { minLength = 1, maxLength = 0 }]) => [
      name,
      {
        valueMissing: errorOf(name, ""),
        ...(minLength > 1 && { tooShort: errorOf(name, "a".repeat(minLength - 1)) }),
        ...(maxLength > 0 && { tooLong: errorOf(name, "a".repeat(maxLength + 1)) }),
        // "¿" is no letter, digit or address character, so it violates every pattern we have.
        mismatch: errorOf(name, "¿".repeat(minLength)),
      },
    ]),
  );
}
