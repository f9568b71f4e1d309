import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { SignInHint } from "./sign-in-hint.tsx";
import type { ShelfTexts } from "./shelf-texts.ts";

interface WeeklyProps {
  /** null when signed out */
  weekly: { on: boolean; confirmed: boolean } | null;
  texts: ShelfTexts;
}

export function Weekly({ weekly, texts }: WeeklyProps) {
  const { language } = useTranslations();
  return (
    <section id="weekly" aria-labelledby="weekly-title" className="weekly">
      <h2 id="weekly-title">{texts.weeklyTitle}</h2>
      <p>{weekly?.on ? texts.weeklyIsOn : texts.weeklyText}</p>
      {weekly === null ? (
        <SignInHint text={texts.weeklyVisitor} />
      ) : !weekly.on && !weekly.confirmed ? (
        <p className="small soft">{texts.weeklyUnconfirmed}</p>
      ) : (
        <form method="post" action={inLanguage(language, "/shelf")}>
          <input type="hidden" name="intent" value="weekly-email" />
          <input type="hidden" name="weekly" value={weekly.on ? "" : "on"} />
          <button className="button">{weekly.on ? texts.weeklyStop : texts.weeklyAsk}</button>
        </form>
      )}
    </section>
  );
}
