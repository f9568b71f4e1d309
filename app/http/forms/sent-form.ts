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

type Sent = Pick<Submission<Record<string, unknown>>, "reply">;

/** A form that was sent. What was typed is read at once, and checked and cleaned when it is asked for. */
export interface SentForm<Value = unknown> {
  /** of the form's element, and the value of its field `intent` */
  id: string;
  /** conform's: what was typed; null for an unknown form */
  submission: Sent | null;
  /** the values, clean; null when the form is not valid */
  readonly value: Value | null;
  /** conform's: what was typed, and what is wrong with it */
  readonly validated: Sent | null;
  /** what to call a field, and what to say of it when the browser finds it wrong */
  describe(): { labels: Record<string, string>; hints: Hints };
}

/** Stands for a form with an unknown intent. */
export function unknownForm(): SentForm {
  const describe = () => ({ labels: {}, hints: {} });
  return { id: "", submission: null, value: null, validated: null, describe };
}
