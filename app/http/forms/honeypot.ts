/** A field that people do not see, named so that bots fill it in. */
export const honeypot = "website";

/** @returns true when a bot filled it in */
export function isFromProgram(form: FormData): boolean {
  return Boolean(form.get(honeypot));
}
