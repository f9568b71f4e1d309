import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { optionalTextField } from "#app/http/forms/form-fields.ts";
import { Field } from "#app/ui/fields.tsx";
import type { TextFieldMetadata } from "#app/ui/site-form.ts";
import { useDeskText } from "./use-desk-text.ts";

/** Optional; the log keeps it with the decision (RULES.md 10.11, 10.12). */
export const reasonField = () => optionalTextField(maxReason, "desk.reasonTooLong");

export const reasonConstraint = { required: false, maxLength: maxReason };

export function Reason({ field }: { field: TextFieldMetadata }) {
  const { texts } = useDeskText("catalogue");
  return <Field field={field} label={texts.reason} autoComplete="off" />;
}
