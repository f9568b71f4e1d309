import type { z } from "zod";
import type { MessageKey } from "../i18n/messages.server.ts";

export type Validated<Value> =
  | { value: Value }
  | { message: MessageKey; fields: Record<string, MessageKey> };

/**
 * Checks a form against a schema whose messages are message keys.
 * @returns the values, or the first message (spec.md §5: that one is shown) and the first of each field
 */
export function validate<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Validated<z.output<Schema>> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (parsed.success) return { value: parsed.data };
  const fields: Record<string, MessageKey> = {};
  for (const { path, message } of parsed.error.issues)
    fields[String(path[0])] ??= message as MessageKey;
  return { message: Object.values(fields)[0]!, fields };
}
