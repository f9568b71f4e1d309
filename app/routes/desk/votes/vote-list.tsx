import { parseId } from "#app/domain/catalog/ids.ts";
import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { parseVersion } from "#app/domain/desk/queue/items.ts";
import { acceptVotes, uncountVotes } from "#app/domain/desk/uncount-votes.ts";
import {
  listUnusualVotes,
  type SeenVotes,
  type UnusualVotes,
} from "#app/domain/reviews/unusual-votes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import css from "#app/styles/desk-overview.css?inline";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { answersInWords } from "../../perfume/verdicts/verdict-words.ts";
import { act } from "../act.ts";
import { type DeskAnswer, goOn, type Intent } from "../answers.ts";
import { refuseStale } from "../describe-decision.ts";
import { DeskPage, NumberedPages, useRefusal } from "../desk-page.tsx";
import { noSuchAddress } from "../guard.ts";
import { PostForm } from "../post-form.tsx";
import { rawForm } from "../raw-form.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Route } from "./+types/vote-list";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = parseId(url.searchParams.get("page")) ?? 1;
  return { page, ...(await listUnusualVotes(context.get(database), page, new Date())) };
}

export function action({ request, context }: Route.ActionArgs) {
  const decided =
    (table: SeenVotes["table"], how: typeof uncounted | typeof lookedAt): Intent =>
    (form, { userId }) =>
      decide(context, form, userId, table, how);
  return act(request, context, {
    uncount: decided("user_votes", uncounted),
    "uncount-verdicts": decided("verdicts", uncounted),
    "looked-at": decided("user_votes", lookedAt),
    "looked-at-verdicts": decided("verdicts", lookedAt),
  });
}

const uncounted = { work: uncountVotes, message: "desk.uncounted" } as const;
const lookedAt = { work: acceptVotes, message: "desk.lookedAt" } as const;

type About = Pick<SeenVotes, "table"> & { dupeId: number | null };

const formOf = ({ table, dupeId }: About) =>
  `${table === "verdicts" ? "verdicts" : "votes"}-${dupeId}`;

async function decide(
  context: Route.ActionArgs["context"],
  form: FormData,
  userId: string,
  table: SeenVotes["table"],
  { work, message }: typeof uncounted | typeof lookedAt,
): Promise<DeskAnswer> {
  const [dupeId, last] = [parseId(form.get("dupe_id")), parseVersion(form.get("last"))];
  const sent = rawForm(form, formOf({ table, dupeId }), ["reason"]);
  if (dupeId === null || last === null)
    return refuse(context, sent, 422, { message: "desk.unknown" });
  return attempt(context, sent, "desk.error", async () => {
    const db = context.get(database);
    const reason = textOf(form, "reason");
    const outcome = await work(db, { table, dupeId, last }, reason, userId, new Date());
    if (outcome.outcome === "not-allowed") throw noSuchAddress(context);
    if (outcome.outcome === "stale") return refuseStale(context, sent, outcome.did);
    const count = formatIn(context.get(language)).number(outcome.count);
    const entries = [outcome.entry];
    return goOn(context, "/desk/votes", message, { values: { count }, entries });
  });
}

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
  const areVerdicts = of.table === "verdicts";
  const shown = areVerdicts
    ? (["alike", "networks", "young"] as const)
    : (["networks", "young"] as const);
  const counts = [
    t(areVerdicts ? "desk:votes.verdicts" : "desk:votes.votes", { count: number(of.votes) }),
    ...shown.map((name) => t(`desk:votes.${name}`, { count: number(of[name]) })),
  ];
  const intent = (name: string) => (areVerdicts ? `${name}-verdicts` : name);
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
            {t(areVerdicts ? "desk:votes.uncountVerdicts" : "desk:votes.uncount", {
              count: number(suspects),
            })}
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
  const inWords = (up: number, down: number) =>
    `${t("desk:votes.up", { count: number(up) })} · ${t("desk:votes.down", { count: number(down) })}`;
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
      {table === "user_votes" && (
        <div>
          <dt>{t("desk:votes.others", { count: number(others) })}</dt>
          <dd>{inWords(all - said.up, others - (all - said.up))}</dd>
        </div>
      )}
    </dl>
  );
}
