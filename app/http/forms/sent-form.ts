import type { Submission } from "@conform-to/react";

export type Constraints = Record<
  string,
  { required?: boolean; minLength?: number; maxLength?: number; pattern?: string }
>;

export type Hints = Record<
  string,
  Partial<Record<"valueMissing" | "tooShort" | "tooLong" | "mismatch", string | undefined>>
>;

type Sent = Pick<Submission<Record<string, unknown>>, "reply">;

/** Input is read immediately, but cleaned and validated only on demand. */
export interface SentForm<Value = unknown> {
  id: string;
  submission: Sent | null;
  readonly value: Value | null;
  readonly validated: Sent | null;
  /** what the whole form lacks */
  readonly incomplete: string | null;
  describe(): { labels: Record<string, string>; hints: Hints };
}

export function unknownForm(): SentForm {
  const describe = () => ({ labels: {}, hints: {} });
  return { id: "", submission: null, value: null, validated: null, incomplete: null, describe };
}
