/** The value of a form's hidden field `shown`, by which untouched fields are known. */
export const writeShown = (fields: Record<string, string>): string => JSON.stringify(fields);

export function readShown(text: unknown): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
