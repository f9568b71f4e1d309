import { PerfumePicture } from "../../perfume-picture.tsx";
import { useDeskText } from "../texts.ts";

/** A bottle's photo: another one, or none. */
export function PhotoSection({
  bottle,
}: {
  bottle: { marca: string; nombre: string; foto: string | null };
}) {
  const { texts } = useDeskText("catalogue");
  return (
    <section className="form label" id="photo">
      <h2>{texts.photo}</h2>
      <div className="desk-picture">
        <PerfumePicture {...bottle} eager />
      </div>
      {bottle.foto ? (
        <form method="post">
          <button className="button" name="intent" value="photo-remove">
            {texts.photoRemove}
          </button>
        </form>
      ) : (
        <p>{texts.noPhoto}</p>
      )}
      <form method="post" encType="multipart/form-data">
        <p className="field">
          <label htmlFor="photo-file">{texts.upload}</label>{" "}
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
      </form>
    </section>
  );
}
