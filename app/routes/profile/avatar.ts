import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { setAvatar } from "../../accounts/avatars.ts";
import type { CurrentUser } from "../../accounts/sessions.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { readUpload } from "../../forms/read-upload.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUser } from "../../middleware/rate-limits.ts";

/** bytes */
const maxPhotoBytes = 5 * 1024 * 1024;

const reasons = {
  "not-a-picture": "profile.notAPicture",
  "too-many-pixels": "profile.tooManyPixels",
} as const;

const avatarForm = defineForm("avatar", z.object({}), { labels: {} });

/** Takes a new profile picture; whatever is wrong with it, the old one stays. */
export async function changeAvatar(
  request: Request,
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
) {
  const sent = avatarForm.parse(new FormData(), context.get(language));
  const upload = await readUpload(request, "avatar", maxPhotoBytes);
  return attempt(context, sent, "profile.errorUpload", async () => {
    const wait = await limitUser(context, user.userId);
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (upload === "too-large") return refuse(context, sent, 413, { message: "profile.tooLarge" });
    const { file } = upload;
    if (file === null) return refuse(context, sent, 422, { message: "profile.noPhoto" });
    const set = await setAvatar(
      context.get(database),
      context.get(services).avatars,
      user.userId,
      file,
    );
    if (typeof set === "string") return refuse(context, sent, 422, { message: reasons[set] });
    return redirectWithMessage(
      context,
      inLanguage(context.get(language), "/profile"),
      "profile.photoSaved",
    );
  });
}
