import { useTranslations } from "#app/i18n/translations.ts";
import { Bottle } from "./bottle/bottle.tsx";

interface Scent {
  marca: string;
  nombre: string;
  foto?: string | null;
}

/** @param props.eager for the first pictures in view (RULES.md 1.8) */
export function PerfumePicture({
  marca,
  nombre,
  foto,
  eager = false,
}: Scent & { eager?: boolean }) {
  const { t } = useTranslations();
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
        <Bottle marca={marca} nombre={nombre} />
      )}
    </div>
  );
}
