import { useRouteLoaderData } from "react-router";
import { PostForm } from "./post-form.tsx";
import { useDeskTranslations } from "./use-desk-translations.ts";

export function UndoForm({ entries, label }: { entries: number[]; label?: string }) {
  const { t } = useDeskTranslations();
  return (
    <PostForm>
      {entries.map((id) => (
        <input key={id} type="hidden" name="entry" value={id} />
      ))}
      <button className="button" name="intent" value="undo" aria-label={label}>
        {entries.length > 1 ? t("desk:log.undoAll", { count: entries.length }) : t("desk:log.undo")}
      </button>
    </PostForm>
  );
}

/** Beside the message about decisions that can be undone (RULES.md 10.10). */
export function UndoDecided() {
  const ofDesk = useRouteLoaderData<{ undoable: number[] }>("routes/desk/desk");
  const entries = ofDesk?.undoable ?? [];
  return entries.length > 0 && <UndoForm entries={entries} />;
}
