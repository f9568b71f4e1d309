import type { SentForm } from "#app/http/forms/sent-form.ts";

type Fields = Record<string, string>;

/** The value of a form's hidden field `shown`, by which untouched fields are known. */
export const writeShown = (fields: Fields): string => JSON.stringify(fields);

/**
 * An outdated form: its refusal shows what was typed, and in the untouched fields what is stored now. Sent again, it
 * overwrites only what the sender was told of (RULES.md 10.13).
 */
export function renewed(sent: SentForm, now: Fields, version: number): SentForm {
  const { submission } = sent;
  if (!submission) return sent;
  const reply: typeof submission.reply = (options) => {
    const result = submission.reply(options);
    const typed: Record<string, unknown> = result.initialValue ?? {};
    const shown = readShown(typed.shown);
    const untouched = Object.entries(now).filter(
      ([name]) => shown[name] === String(typed[name] ?? ""),
    );
    const renewal = { shown: writeShown(now), version: String(version) };
    return { ...result, initialValue: { ...typed, ...Object.fromEntries(untouched), ...renewal } };
  };
  return { ...sent, submission: { reply } };
}

function readShown(text: unknown): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
