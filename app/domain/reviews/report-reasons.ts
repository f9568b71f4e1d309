/** Why somebody reports a review, in the order of the form (RULES.md 24.1). */
export const reportReasons = ["spam", "offensive", "false", "rights"] as const;
export type ReportReason = (typeof reportReasons)[number];
