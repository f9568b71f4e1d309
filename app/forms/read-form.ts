import { data } from "react-router";

/** The fields of a posted form. @throws 400 when the body is not a form */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data(null, 400);
  }
}

/** @returns the text of a field, "" when it is missing or a file */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
