import type { Role } from "./roles.ts";

/** Hides what looks like an email address (RULES.md 10.22); it need not be valid: mail servers write them in all forms. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;=@]{1,320}@[^\s<>"'(),:;=@]{1,255}/gu, "…");
}

/** Owners see all of it (RULES.md 10.22). */
export const asSeenBy = (role: Role, text: string): string =>
  role === "owner" ? text : withoutAddresses(text);
