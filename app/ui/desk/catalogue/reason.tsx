import { Field } from "../../field.tsx";
import type { TextFieldMetadata } from "../../form.ts";
import { useDeskText } from "../texts.ts";

/** Why something is done, for the log. */
export function Reason({ field }: { field: TextFieldMetadata }) {
  const { texts } = useDeskText("catalogue");
  return <Field field={field} label={texts.reason} autoComplete="off" />;
}
