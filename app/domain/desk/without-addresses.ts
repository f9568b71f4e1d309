import type { Role } from "./roles.ts";

/**
 * @returns a text as moderators see it, who see no addresses (RULES.md 28.1): what looks like an email address is "…". It need
 * not be valid: what a mail server says has them in all forms.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;=@]{1,320}@[^\s<>"'(),:;=@]{1,255}/gu, "…");
}

/** @returns what an operator sees of a text that may have addresses in it: owners all of it (RULES.md 28.1) */
export const asSeenBy = (role: Role, text: string): string =>
  role === "owner" ? text : withoutAddresses(text);
