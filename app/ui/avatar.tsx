import css from "#app/styles/avatar.css?inline";
import { Sheet } from "./style-sheet.tsx";

/** Has no alternative text, because the name is beside it. */
export function Avatar({ url, name, size }: { url: string | null; name: string; size: number }) {
  return (
    <>
      <Sheet name="avatar" css={css} />
      {url ? (
        <img className="avatar" src={url} alt="" width={size} height={size} />
      ) : (
        <svg className="avatar" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
          <text x="20" y="27" textAnchor="middle">
            {[...name][0]?.toUpperCase() ?? ""}
          </text>
        </svg>
      )}
    </>
  );
}
