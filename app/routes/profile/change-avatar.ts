import { z } from "zod";
import { setAvatar } from "#app/domain/accounts/avatars.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admit } from "#app/http/forms/gate.ts";
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
import { maxPhotoBytes, refusePicture } from "#app/http/forms/picture-refusals.ts";

const avatarForm = defineForm("avatar", z.object({}));

export async function changeAvatar(request: Request, context: RequestContext, user: CurrentUser) {
  const sent = avatarForm.parse(new FormData(), context.get(language));
  const gate = {
    failure: "profile.errorUpload",
    limit: "avatar",
    words: { "no-such-person": "auth.signInAgain" },
  } as const;
  return admit(context, sent, gate, async (_, forgive) => {
    const answer = await enter(request, context, user, sent);
    // A refused picture is a mistake (RULES.md 12.9).
    if (!(answer instanceof Response)) await forgive();
    return answer;
  });
}

async function enter(request: Request, context: RequestContext, user: CurrentUser, sent: SentForm) {
  const { avatars } = context.get(services);
  const size = Number(request.headers.get("Content-Length") ?? Infinity);
  const leave = avatars.gate.enter(user.userId, size);
  if (typeof leave === "string") return refusePicture(context, sent, leave);
  let upload: SpooledUpload | "too-large" | undefined;
  try {
    const { uploadsFolder } = context.get(config);
    upload = await spoolUpload(request, "avatar", maxPhotoBytes, uploadsFolder);
    if (upload === "too-large") return refusePicture(context, sent, upload);
    const set = await setAvatar(context.get(database), avatars, user.userId, upload);
    if (typeof set === "string") return refusePicture(context, sent, set);
    const profile = inLanguage(context.get(language), "/profile");
    return await redirectWithMessage(context, profile, "profile.photoSaved");
  } finally {
    leave();
    if (typeof upload === "object") await upload.close();
  }
}
