/** A field that people do not see and programs fill in. Its name is one that they like. */
export const honeypot = "website";

/** @returns true when a program gave itself away */
export function isFromProgram(form: FormData): boolean {
  return Boolean(form.get(honeypot));
}
