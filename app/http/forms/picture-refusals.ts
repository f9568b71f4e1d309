import type { Closed } from "#app/uploads/render-gate.ts";
import type { Unrendered } from "#app/uploads/picture-renderer.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import type { RequestContext } from "../middleware/context.ts";
import { refuse } from "./refusal.ts";
import type { SentForm } from "./sent-form.ts";

export const maxPhotoBytes = 15 * 1024 * 1024;
const retryAfter = 10;

const reasons: Record<Unrendered | Closed, [status: number, message: MessageKey]> = {
  empty: [422, "profile.noPhoto"],
  "too-large": [413, "profile.tooLarge"],
  heic: [422, "profile.heic"],
  "not-a-picture": [422, "profile.notAPicture"],
  "too-many-pixels": [422, "profile.tooManyPixels"],
  busy: [503, "profile.photosBusy"],
  "yours-first": [503, "profile.yoursFirst"],
  full: [503, "profile.photosBusy"],
};

export function refusePicture(
  context: RequestContext,
  sent: SentForm,
  reason: keyof typeof reasons,
) {
  const [status, message] = reasons[reason];
  return refuse(context, sent, status, { message, ...(status === 503 && { retryAfter }) });
}
