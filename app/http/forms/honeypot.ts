/** People do not see this field; its name makes bots fill it in. */
export const honeypot = "website";

export function isFromProgram(form: FormData): boolean {
  return Boolean(form.get(honeypot));
}
