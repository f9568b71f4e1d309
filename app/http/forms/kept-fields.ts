import { readForm } from "./read-form.ts";
import { secret } from "./refusal.ts";

export type KeptFields = [name: string, value: string][];

/** @returns what was typed, when the page of a form could not be shown (RULES.md 12.6); null for files and other requests */
export async function keptFields(request: Request): Promise<KeptFields | null> {
  const type = request.headers.get("Content-Type") ?? "";
  if (request.method !== "POST" || !type.startsWith("application/x-www-form-urlencoded"))
    return null;
  const form = await readForm(request).catch(() => new FormData());
  const fields = [...form].filter(
    (field): field is KeptFields[number] =>
      typeof field[1] === "string" && !secret.includes(field[0]),
  );
  return fields.length > 0 ? fields : null;
}
