import type { Closed } from "#app/uploads/render-gate.ts";
import type { Unrendered } from "#app/uploads/picture-renderer.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";

export const maxPhotoBytes = 15 * 1024 * 1024;
export const retryPhotoAfter = 10;

export const photoReasons: Record<Unrendered, [status: number, message: MessageKey]> = {
  empty: [422, "profile.noPhoto"],
  "too-large": [413, "profile.tooLarge"],
  heic: [422, "profile.heic"],
  "not-a-picture": [422, "profile.notAPicture"],
  "too-many-pixels": [422, "profile.tooManyPixels"],
};

export const closedPhoto: Record<Closed, MessageKey> = {
  "yours-first": "profile.yoursFirst",
  full: "profile.photosBusy",
};
