import type { FormEvent } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Refusal } from "../../forms/refusal.ts";
import { formatIn } from "../../i18n/format.ts";
import { useWords } from "../../i18n/words.ts";
import { Icon } from "../icons.tsx";
import { Refused } from "../refused.tsx";

interface Votable {
  id: number;
  nombre: string;
  likes: number;
  dislikes: number;
  shownLikes: string;
  shownDislikes: string;
  /** the reader's own vote */
  voto?: 1 | -1 | undefined;
}

/**
 * Up and down. Without JavaScript each press is a page; with it the card answers at once, and the server's figures
 * settle it or put it back.
 */
export function VoteButtons({ dupe, original }: { dupe: Votable; original: string }) {
  const { t, language } = useWords();
  const { pathname } = useLocation();
  const fetcher = useFetcher<Refusal | null>();
  const casting = Number(fetcher.formData?.get("voto") ?? 0);
  const own = casting || dupe.voto;
  // A second vote is refused, so it changes no figure meanwhile.
  const adds = (way: 1 | -1) => casting === way && dupe.voto === undefined;
  const shown = (way: 1 | -1) => {
    const [count, text] =
      way === 1 ? [dupe.likes, dupe.shownLikes] : [dupe.dislikes, dupe.shownDislikes];
    return adds(way) ? formatIn(language).number(count + 1) : text;
  };
  const cast = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second press meanwhile would be answered that there is a vote already.
    if (fetcher.state !== "idle") return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    void fetcher.submit(submitter as HTMLButtonElement, {
      method: "post",
      action: pathname,
      preventScrollReset: true,
    });
  };
  return (
    <form method="post" className="cast" onSubmit={cast}>
      <input type="hidden" name="intent" value="vote" />
      <input type="hidden" name="dupe_id" value={dupe.id} />
      <button className="vote" name="voto" value="1" aria-pressed={own === 1}>
        <Icon name="thumb-up" size={18} />
        <span className="unseen">{t("vote.up", { nombre: original, shown: shown(1) })}</span>
        <span aria-hidden="true">{shown(1)}</span>
      </button>
      <button className="vote" name="voto" value="-1" aria-pressed={own === -1}>
        <Icon name="thumb-down" size={18} />
        <span className="unseen">{t("vote.down", { nombre: original, shown: shown(-1) })}</span>
        <span aria-hidden="true">{shown(-1)}</span>
      </button>
      {fetcher.state === "idle" && <Refused refusal={fetcher.data ?? undefined} toast />}
    </form>
  );
}
