import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useSiteForm } from "#app/ui/site-form.ts";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Reason } from "../reason.tsx";

export function PhotoSection({
  bottle,
  constraints,
  refusal,
}: {
  bottle: { marca: string; nombre: string; foto: string | null };
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"reason">("photo-remove", { constraints, refusal });
  return (
    <section className="form label" id="photo">
      <h2>{texts.photo}</h2>
      <div className="desk-photo">
        <div className="desk-picture">
          <PerfumePicture {...bottle} eager />
        </div>
        <div>
          {bottle.foto ? (
            <details open={refusal?.form === "photo-remove"}>
              <summary>
                <h3>{texts.photoRemove}</h3>
              </summary>
              <PostForm {...formProps}>
                <input type="hidden" name="intent" value="photo-remove" />
                <Reason field={fields.reason} />
                <button className="button">{texts.photoRemove}</button>
              </PostForm>
            </details>
          ) : (
            <p>{texts.noPhoto}</p>
          )}
          <details open={refusal?.form === "photo"}>
            <summary>
              <h3>{texts.upload}</h3>
            </summary>
            <PostForm encType="multipart/form-data" noValidate>
              <p className="field">
                <label htmlFor="photo-file">{texts.file}</label>{" "}
                <span className="small soft" id="photo-hint">
                  {texts.photoHint}
                </span>{" "}
                <input
                  id="photo-file"
                  name="photo"
                  type="file"
                  required
                  accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
                  aria-describedby="photo-hint"
                />
              </p>
              <input type="hidden" name="intent" value="photo" />
              <button className="button">{texts.upload}</button>
            </PostForm>
          </details>
        </div>
      </div>
    </section>
  );
}
