import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Unrendered } from "../../accounts/avatar-image.ts";
import { setAvatar } from "../../accounts/avatars.ts";
import type { CurrentUser } from "../../accounts/sessions.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import type { SentForm } from "../../forms/sent-form.ts";
import { type SpooledUpload, spoolUpload } from "../../forms/spool-upload.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUser } from "../../middleware/rate-limits.ts";

type Context = Readonly<RouterContextProvider>;

/** bytes */
const maxPhotoBytes = 15 * 1024 * 1024;
/** seconds until there may be a place again */
const retryAfter = 10;

const reasons: Record<Unrendered, [number, MessageKey]> = {
  empty: [422, "profile.noPhoto"],
  "too-large": [413, "profile.tooLarge"],
  heic: [422, "profile.heic"],
  "not-a-picture": [422, "profile.notAPicture"],
  "too-many-pixels": [422, "profile.tooManyPixels"],
};

const closed = { "yours-first": "profile.yoursFirst", full: "profile.photosBusy" } as const;

const avatarForm = defineForm("avatar", z.object({}), { labels: {} });

/** Takes a new profile picture; whatever is wrong with it, the old one stays. */
export async function changeAvatar(request: Request, context: Context, user: CurrentUser) {
  const sent = avatarForm.parse(new FormData(), context.get(language));
  const wait = await limitUser(context, user.userId);
  if (wait !== null) {
    await request.body?.cancel();
    return refuseTooMany(context, sent, wait);
  }
  const size = Number(request.headers.get("Content-Length") ?? Infinity);
  const leave = context.get(services).avatars.gate.enter(user.userId, size);
  if (typeof leave === "string") {
    await request.body?.cancel();
    return refuse(context, sent, 503, { message: closed[leave], retryAfter });
  }
  try {
    return await attempt(context, sent, "profile.errorUpload", async () => {
      const { uploadsFolder } = context.get(config);
      const upload = await spoolUpload(request, "avatar", maxPhotoBytes, uploadsFolder);
      return upload === "too-large"
        ? refuseFor(upload, context, sent)
        : await storeAvatar(upload, context, user, sent).finally(() => upload.close());
    });
  } finally {
    leave();
  }
}

async function storeAvatar(
  upload: SpooledUpload,
  context: Context,
  user: CurrentUser,
  sent: SentForm,
) {
  const set = await setAvatar(context.get(database), context.get(services).avatars, user.userId, {
    size: upload.size,
    read: async () => (await upload.read()) ?? "empty",
  });
  if (typeof set === "string") return refuseFor(set, context, sent);
  return redirectWithMessage(
    context,
    inLanguage(context.get(language), "/profile"),
    "profile.photoSaved",
  );
}

function refuseFor(reason: Unrendered, context: Context, sent: SentForm) {
  const [status, message] = reasons[reason];
  return refuse(context, sent, status, { message });
}
