import type { Submission } from "@conform-to/react";

/** HTML's own checks of each field. */
export type Constraints = Record<
  string,
  { required?: boolean; minLength?: number; maxLength?: number; pattern?: string }
>;

/** What to say of a field, by what the browser finds wrong with it. */
export type Hints = Record<
  string,
  Partial<Record<"valueMissing" | "tooShort" | "tooLong" | "mismatch", string | undefined>>
>;

/** A form that was sent. */
export interface SentForm<Value = unknown> {
  /** of the form's element, and the value of its field `intent` */
  id: string;
  /** null when it is not valid */
  value: Value | null;
  /** conform's: what was typed, and what is wrong with it; null for an unknown form */
  submission: Pick<Submission<Record<string, unknown>>, "reply"> | null;
  /** what to call a field, and what to say of it when the browser finds it wrong */
  describe(): { labels: Record<string, string>; hints: Hints };
}

/** Stands for a form with an unknown intent. */
export function unknownForm(): SentForm {
  return { id: "", value: null, submission: null, describe: () => ({ labels: {}, hints: {} }) };
}
