import type { List } from "#app/domain/shelf/lists.ts";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { Link } from "#app/ui/link.tsx";
import { KeepButton } from "./keep.tsx";

/** The bottle, what its page answers, and an introduction. @param props.brand the path of its brand, without a language */
export function Masthead({
  perfume,
  texts,
  brand,
  list,
  price,
  children,
}: {
  perfume: { id: number; marca: string; nombre: string; foto: string | null };
  texts: { heading: string; intro: string };
  brand: string;
  /** of the reader's shelf */
  list: List | undefined;
  /** what it costs, or the way to tell that */
  price: React.ReactNode;
  /** in place of the introduction */
  children: React.ReactNode;
}) {
  return (
    <div className="head" id="bottle">
      <PerfumePicture {...perfume} eager />
      <div>
        <h1>{texts.heading}</h1>
        <div className="by">
          <p className="brand">
            <Link to={brand}>{perfume.marca}</Link>
          </p>
          <p className="price small">{price}</p>
        </div>
      </div>
      <KeepButton id={perfume.id} list={list} />
      {children || <p className="small soft intro">{texts.intro}</p>}
    </div>
  );
}
