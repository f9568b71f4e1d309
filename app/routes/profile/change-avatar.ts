import { z } from "zod";
import { setAvatar } from "#app/domain/accounts/avatars.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { type SpooledUpload, spoolUpload } from "#app/http/forms/spool-upload.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import {
  config,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { maxPhotoBytes, refusePicture } from "#app/http/forms/picture-refusals.ts";

const avatarForm = defineForm("avatar", z.object({}), { labels: {} });

export async function changeAvatar(request: Request, context: RequestContext, user: CurrentUser) {
  const sent = avatarForm.parse(new FormData(), context.get(language));
  return attempt(context, sent, "profile.errorUpload", async () => {
    const wait = await limitOf(context, "avatar").take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const size = Number(request.headers.get("Content-Length") ?? Infinity);
    const leave = context.get(services).avatars.gate.enter(user.userId, size);
    if (typeof leave === "string") return refusePicture(context, sent, leave);
    return takeIn(request, context, user, sent).finally(leave);
  });
}

async function takeIn(
  request: Request,
  context: RequestContext,
  user: CurrentUser,
  sent: SentForm,
) {
  const { uploadsFolder } = context.get(config);
  const upload = await spoolUpload(request, "avatar", maxPhotoBytes, uploadsFolder);
  if (upload === "too-large") return refusePicture(context, sent, upload);
  return storeAvatar(upload, context, user, sent).finally(() => upload.close());
}

async function storeAvatar(
  upload: SpooledUpload,
  context: RequestContext,
  user: CurrentUser,
  sent: SentForm,
) {
  const set = await setAvatar(context.get(database), context.get(services).avatars, user.userId, {
    size: upload.size,
    read: async () => (await upload.read()) ?? "empty",
  });
  if (set === "no-such-person") return refuse(context, sent, 401, { message: "auth.signInAgain" });
  if (typeof set === "string") return refusePicture(context, sent, set);
  return redirectWithMessage(
    context,
    inLanguage(context.get(language), "/profile"),
    "profile.photoSaved",
  );
}
