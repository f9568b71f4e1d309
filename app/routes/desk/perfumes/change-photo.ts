import type { RouterContextProvider } from "react-router";
import { setPhoto } from "#app/domain/desk/catalog/photos.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { maxPhotoBytes, refusePicture } from "#app/http/forms/picture-refusals.ts";
import { type SpooledUpload, spoolUpload } from "#app/http/forms/spool-upload.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import type { DeskAnswer } from "../answers.ts";
import { operator } from "../guard.ts";
import { rawForm } from "../raw-form.ts";
import type { BottlePage } from "./bottle-page.ts";
import { settle } from "./settle.ts";

/** No fields to keep: browsers cannot restore a chosen file after a refusal. */
const photoForm = () => rawForm(new FormData(), "photo");

/** Replaces the photo (RULES.md 10.16) within the limits of RULES.md 9.9; on failure the old one stays. */
export async function changePhoto({ request, context, id }: BottlePage): Promise<DeskAnswer> {
  const { userId } = operator(context);
  const sent = photoForm();
  return attempt(context, sent, "profile.errorUpload", async () => {
    const size = Number(request.headers.get("Content-Length") ?? Infinity);
    const leave = context.get(services).avatars.gate.enter(userId, size);
    if (typeof leave === "string") return refusePicture(context, sent, leave);
    return takeIn({ request, context, id }).finally(leave);
  });
}

async function takeIn({ request, context, id }: BottlePage): Promise<DeskAnswer> {
  const { uploadsFolder } = context.get(config);
  const upload = await spoolUpload(request, "photo", maxPhotoBytes, uploadsFolder);
  if (upload === "too-large") return refusePicture(context, photoForm(), upload);
  return store(context, id, upload).finally(() => upload.close());
}

async function store(
  context: Readonly<RouterContextProvider>,
  id: number,
  upload: SpooledUpload,
): Promise<DeskAnswer> {
  const { avatars, photos } = context.get(services);
  const photo = await avatars.renderer.renderPhoto({
    size: upload.size,
    read: async () => (await upload.read()) ?? "empty",
  });
  if (typeof photo === "string") return refusePicture(context, photoForm(), photo);
  const by = { actor: operator(context).userId, now: new Date() };
  const way = { to: "#photo", done: "catalogue.photoSaved" } as const;
  return settle<FormData, never>({ context, id }, photoForm(), way, () =>
    setPhoto(context.get(database), photos, id, photo, by),
  );
}
