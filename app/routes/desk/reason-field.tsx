import { Field } from "#app/ui/fields.tsx";
import type { TextFieldMetadata } from "#app/ui/site-form.ts";
import { useDeskText } from "./desk-text.ts";

/** Why something is done, for the log. */
export function Reason({ field }: { field: TextFieldMetadata }) {
  const { texts } = useDeskText("catalogue");
  return <Field field={field} label={texts.reason} autoComplete="off" />;
}
