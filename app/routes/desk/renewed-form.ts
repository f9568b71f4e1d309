import type { SentForm } from "#app/http/forms/sent-form.ts";
import { readShown, writeShown } from "#app/http/forms/shown-fields.ts";

/**
 * An outdated form: its refusal shows what was typed, and in the untouched fields what is stored now. Sent again, it
 * overwrites only what the sender was told of (RULES.md 10.13).
 */
export function renewed(sent: SentForm, now: Record<string, string>, version: number): SentForm {
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
