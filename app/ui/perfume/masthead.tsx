import { PerfumePicture } from "../perfume-picture.tsx";
import { Link } from "../link.tsx";
import { type Kept, KeepButton } from "./keep.tsx";

/** The bottle, what its page answers, and an introduction. @param props.brand the path of its brand, without a language */
export function Masthead({
  perfume,
  texts,
  brand,
  list,
}: {
  perfume: { id: number; marca: string; nombre: string; foto: string | null };
  texts: { heading: string; intro: string };
  brand: string;
  /** of the reader's shelf */
  list: Kept | undefined;
}) {
  return (
    <div className="head">
      <PerfumePicture {...perfume} eager />
      <div>
        <h1>{texts.heading}</h1>
        <p className="brand">
          <Link to={brand}>{perfume.marca}</Link>
        </p>
      </div>
      <KeepButton id={perfume.id} list={list} />
      <p className="small soft intro">{texts.intro}</p>
    </div>
  );
}
