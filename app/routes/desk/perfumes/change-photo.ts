import { setPhoto } from "#app/domain/desk/catalog/photos.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { maxPhotoBytes, refusePicture } from "#app/http/forms/picture-refusals.ts";
import { type SpooledUpload, spoolUpload } from "#app/http/forms/spool-upload.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { type Asked, type DeskAnswer, plainForm, settle } from "../decision.ts";
import { operator } from "../guard.ts";
import { bottlePath } from "../desk-paths.ts";

/** No fields to keep: browsers cannot restore a chosen file after a refusal. */
const photoForm = plainForm("photo", (form) => form);

/** Replaces the photo (RULES.md 10.16) within the limits of RULES.md 9.9; on failure the old one stays. */
export async function changePhoto({ request, context }: Asked, id: number): Promise<DeskAnswer> {
  const { userId } = operator(context);
  const { avatars, photos } = context.get(services);
  const { uploadsFolder } = context.get(config);
  const sent = photoForm.parse(new FormData(), context.get(language));

  async function takeIn(): Promise<DeskAnswer> {
    const upload = await spoolUpload(request, "photo", maxPhotoBytes, uploadsFolder);
    if (upload === "too-large") return refusePicture(context, sent, upload);
    return store(upload).finally(() => upload.close());
  }

  async function store(upload: SpooledUpload): Promise<DeskAnswer> {
    const photo = await avatars.renderer.renderPhoto(upload);
    if (typeof photo === "string") return refusePicture(context, sent, photo);
    const way = { to: `${bottlePath(id)}#photo`, done: "catalogue.photoSaved" } as const;
    return settle(context, sent, way, () =>
      setPhoto(context.get(database), photos, id, photo, { actor: userId, now: new Date() }),
    );
  }

  return attempt(context, sent, "profile.errorUpload", async () => {
    const size = Number(request.headers.get("Content-Length") ?? Infinity);
    const leave = avatars.gate.enter(userId, size);
    if (typeof leave === "string") return refusePicture(context, sent, leave);
    return takeIn().finally(leave);
  });
}
