import { useWords } from "../i18n/words.ts";
import { Flacon } from "./flacon/flacon.tsx";

interface Scent {
  marca: string;
  nombre: string;
  foto: string | null;
}

/** The picture of a scent: its photo, else the drawn flacon, so that no card is ever empty. `eager` for the first in view. */
export function Bottle({ marca, nombre, foto, eager = false }: Scent & { eager?: boolean }) {
  const { t } = useWords();
  return (
    <div className="tile">
      {foto ? (
        <img
          src={foto}
          alt={t("perfume.photo", { marca, nombre })}
          width="120"
          height="160"
          decoding="async"
          {...(eager ? { fetchPriority: "high" } : { loading: "lazy" })}
        />
      ) : (
        <Flacon marca={marca} nombre={nombre} />
      )}
    </div>
  );
}
