import { PerfumePicture } from "../perfume-picture.tsx";
import { Link } from "../link.tsx";

/** The bottle, what its page answers, and an introduction. @param props.brand the path of its brand, without a language */
export function Masthead({
  perfume,
  texts,
  brand,
}: {
  perfume: { marca: string; nombre: string; foto: string | null };
  texts: { heading: string; intro: string };
  brand: string;
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
      <p className="small soft intro">{texts.intro}</p>
    </div>
  );
}
