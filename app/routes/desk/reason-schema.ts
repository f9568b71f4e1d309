import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { optionalTextField } from "#app/http/forms/form-fields.ts";

/** Why something was decided, for the log; may be left out (RULES.md 25.6, 26.1). */
export const reasonField = () => optionalTextField(maxReason, "desk.reasonTooLong");

/** What browsers check of it. */
export const reasonConstraint = { required: false, maxLength: maxReason };
