import { parseId } from "#app/domain/catalog/ids.ts";
import { maxReason } from "#app/domain/desk/log/audit.ts";
import { parseVersion } from "#app/domain/desk/queue/items.ts";
import { acceptVotes, uncountVotes } from "#app/domain/desk/uncount-votes.ts";
import {
  listUnusualVotes,
  type SeenVotes,
  type UnusualVotes,
} from "#app/domain/reviews/unusual-votes.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { database } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import css from "#app/styles/desk-overview.css?inline";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { answersInWords } from "../../perfume/verdicts/verdict-words.ts";
import { act } from "../act.ts";
import { decision, plainForm } from "../decision.ts";
import { DeskPage, NumberedPages, useRefusal } from "../desk-page.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Route } from "./+types/vote-list";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = parseId(url.searchParams.get("page")) ?? 1;
  return { page, ...(await listUnusualVotes(context.get(database), page, new Date())) };
}

export function action({ request, context }: Route.ActionArgs) {
  const decided = (table: SeenVotes["table"], work: typeof uncountVotes, done: MessageKey) =>
    decision(
      { request, context },
      {
        form: seenForm,
        id: (form) => formOf({ table, dupeId: parseId(form.get("dupe_id")) }),
        work: ({ reason, ...seen }, { actor, now }) =>
          work(context.get(database), { table, ...seen }, reason, actor, now),
        to: "/desk/votes",
        done,
      },
    );
  return act(request, context, {
    uncount: decided("user_votes", uncountVotes, "desk.uncounted"),
    "uncount-verdicts": decided("verdicts", uncountVotes, "desk.uncounted"),
    "uncount-tests": decided("blind_tests", uncountVotes, "desk.uncounted"),
    "looked-at": decided("user_votes", acceptVotes, "desk.lookedAt"),
    "looked-at-verdicts": decided("verdicts", acceptVotes, "desk.lookedAt"),
    "looked-at-tests": decided("blind_tests", acceptVotes, "desk.lookedAt"),
  });
}

type About = Pick<SeenVotes, "table"> & { dupeId: number | null };

const kinds = { user_votes: "votes", verdicts: "verdicts", blind_tests: "tests" } as const;
const uncounts = {
  user_votes: "uncount",
  verdicts: "uncountVerdicts",
  blind_tests: "uncountTests",
} as const;

const formOf = ({ table, dupeId }: About) => `${kinds[table]}-${dupeId}`;

const seenForm = plainForm(
  "votes",
  (form) => {
    const [dupeId, last] = [parseId(form.get("dupe_id")), parseVersion(form.get("last"))];
    if (dupeId === null || last === null) return null;
    return { dupeId, last, reason: textOf(form, "reason") };
  },
  { kept: ["reason"] },
);

export default function UnusualVotesPage({ loaderData }: Route.ComponentProps) {
  const { unusual, page, pages } = loaderData;
  const { t } = useDeskTranslations();
  const refusal = useRefusal();
  const typed = (one: About) =>
    refusal?.form === formOf(one) ? String(refusal.initialValue?.reason ?? "") : "";
  return (
    <DeskPage title={t("desk:votes.title")}>
      <Sheet name="desk-overview" css={css} />
      <p>{unusual.length === 0 ? t("desk:votes.none") : t("desk:votes.lead")}</p>
      {unusual.map((one) => (
        <Unusual key={formOf(one)} of={one} typed={typed(one)} />
      ))}
      <NumberedPages path="/desk/votes" page={page} pages={pages} />
    </DeskPage>
  );
}

function Unusual({ of, typed }: { of: UnusualVotes; typed: string }) {
  const { language: code, t } = useDeskTranslations();
  const { number } = formatIn(code);
  const { dupeId, bottle, original, reasons, suspects, last } = of;
  const kind = kinds[of.table];
  const shown =
    kind === "verdicts"
      ? (["alike", "networks", "young"] as const)
      : (["networks", "young"] as const);
  const counts = [
    t(`desk:votes.${kind}`, { count: number(of.votes) }),
    ...shown.map((name) => t(`desk:votes.${name}`, { count: number(of[name]) })),
  ];
  const intent = (name: string) => (kind === "votes" ? name : `${name}-${kind}`);
  const field = `${formOf(of)}-reason`;
  return (
    <article className="label desk-message">
      <h2>
        {bottle.marca} · {bottle.nombre}
      </h2>
      <p className="small soft">
        {t("desk:votes.dupeFor")}{" "}
        <Link to={`/desk/perfumes/${original.id}`}>
          {original.marca} · {original.nombre}
        </Link>
      </p>
      <p>{counts.join(" · ")}</p>
      <Said of={of} />
      <p className="small">
        {reasons.map((reason) => t(`desk:votes.reasons.${reason}`)).join(" ")}
      </p>
      <PostForm>
        <input type="hidden" name="dupe_id" value={dupeId} />
        <input type="hidden" name="last" value={last} />
        <p className="field">
          <label htmlFor={field}>{t("desk:catalogue.reason")}</label>
          <input id={field} name="reason" maxLength={maxReason} defaultValue={typed} />
        </p>
        <p className="desk-buttons">
          <button className="button" name="intent" value={intent("uncount")}>
            {t(`desk:votes.${uncounts[of.table]}`, { count: number(suspects) })}
            <span className="unseen"> ({bottle.nombre})</span>
          </button>
          <button className="button" name="intent" value={intent("looked-at")}>
            {t("desk:votes.lookedAt")}
            <span className="unseen"> ({bottle.nombre})</span>
          </button>
        </p>
      </PostForm>
    </article>
  );
}

function Said({ of: { table, votes, up: all, suspects, said } }: { of: UnusualVotes }) {
  const { language: code, t } = useDeskTranslations();
  const { number } = formatIn(code);
  const [yes, no] =
    table === "blind_tests" ? (["found", "missed"] as const) : (["up", "down"] as const);
  const inWords = (up: number, down: number) =>
    `${t(`desk:votes.${yes}`, { count: number(up) })} · ${t(`desk:votes.${no}`, { count: number(down) })}`;
  const others = votes - suspects;
  return (
    <dl>
      <div>
        <dt>{t("desk:votes.suspects", { count: number(suspects) })}</dt>
        {table === "verdicts" ? (
          answersInWords(code, said.answers).map((answers) => <dd key={answers}>{answers}</dd>)
        ) : (
          <dd>{inWords(said.up, suspects - said.up)}</dd>
        )}
      </div>
      {table !== "verdicts" && (
        <div>
          <dt>{t("desk:votes.others", { count: number(others) })}</dt>
          <dd>{inWords(all - said.up, others - (all - said.up))}</dd>
        </div>
      )}
    </dl>
  );
}
