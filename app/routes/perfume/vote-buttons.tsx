import { useLocation } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { type Figures, writeNumber } from "./vote-figures.ts";
import { Refused } from "#app/ui/refused.tsx";
import { usePress } from "./use-press.ts";

interface Votable {
  id: number;
  likes: number;
  dislikes: number;
  voto?: 1 | -1;
}

export function VoteButtons({
  dupe,
  original,
  lookAlike,
  figures,
  here,
}: {
  dupe: Votable;
  original: string;
  lookAlike: string;
  figures: Figures;
  here: string;
}) {
  const { t } = useTranslations();
  const { pathname } = useLocation();
  const action = pathname + here;
  const { fetcher, refusal, press } = usePress(action);
  const casting = Number(fetcher.formData?.get("voto") ?? 0);
  // A second vote will be refused, so a pending one changes nothing.
  const own = dupe.voto ?? casting;
  const shown = (way: 1 | -1) => {
    const more = casting === way && dupe.voto === undefined ? 1 : 0;
    const count = (way === 1 ? dupe.likes : dupe.dislikes) + more;
    return count > 0 && ` ${writeNumber(figures, count)}`;
  };
  return (
    // Drops the previous vote's fragment: the browser would scroll to its card, away from a refusal's message.
    <form method="post" action={action} className="cast" onSubmit={press}>
      <input type="hidden" name="intent" value="vote" />
      <input type="hidden" name="dupe_id" value={dupe.id} />
      <button className="vote" name="voto" value="1" aria-pressed={own === 1}>
        <span className="unseen">{t("vote.up", { dupe: lookAlike, original })}</span>
        {shown(1)}
      </button>
      <button className="vote" name="voto" value="-1" aria-pressed={own === -1}>
        <span className="unseen">{t("vote.down", { dupe: lookAlike, original })}</span>
        {shown(-1)}
      </button>
      <Refused refusal={refusal} toast />
    </form>
  );
}
