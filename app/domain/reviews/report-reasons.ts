/** In the order of the form (RULES.md 5.4). */
export const reportReasons = ["spam", "offensive", "false", "rights"] as const;
export type ReportReason = (typeof reportReasons)[number];
