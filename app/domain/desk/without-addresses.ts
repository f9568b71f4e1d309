import type { Role } from "./roles.ts";

/** Masks what looks like an email address (RULES.md 10.22), valid or not: mail servers quote them in many forms. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;=@]{1,320}@[^\s<>"'(),:;=@]{1,255}/gu, "…");
}

/** Owners see the unmasked text (RULES.md 10.22). */
export const asSeenBy = (role: Role, text: string): string =>
  role === "owner" ? text : withoutAddresses(text);
