import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { parseVersion } from "#app/domain/desk/queue/items.ts";
import { acceptVotes, uncountVotes } from "#app/domain/desk/uncount-votes.ts";
import { ballots } from "#app/domain/reviews/due-voices.ts";
import { listUnusualVotes, type UnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import { database } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import css from "#app/styles/desk-overview.css?inline";
import { BottleLink } from "../bottle-link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { answersInWords } from "../../perfume/verdicts/verdict-words.ts";
import { act } from "../act.ts";
import { decision } from "../decision.ts";
import { DeskForm, deskForm, reasonConstraint, reasonField } from "../desk-form.tsx";
import { DeskPage, NumberedPages } from "../desk-page.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Route } from "./+types/vote-list";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = parseId(url.searchParams.get("page")) ?? 1;
  return { page, ...(await listUnusualVotes(context.get(database), page, new Date())) };
}

const unread = "desk.unknown";

const seenForm = deskForm(
  "catalogue",
  "votes",
  z.object({
    table: z.enum(ballots, unread),
    dupe_id: z.string(unread).transform(parseId).pipe(z.number(unread)),
    last: z.string(unread).transform(parseVersion).pipe(z.number(unread)),
    reason: reasonField(),
  }),
  { constraints: { reason: reasonConstraint } },
);

const formOf = (table: unknown, dupeId: unknown) => `${String(table)}-${String(dupeId)}`;

export function action({ request, context }: Route.ActionArgs) {
  const decided = (work: typeof uncountVotes, done: MessageKey) =>
    decision(
      { request, context },
      {
        form: seenForm,
        id: (form) => formOf(form.get("table"), form.get("dupe_id")),
        work: ({ table, dupe_id: dupeId, last, reason }, { actor, now }) =>
          work(context.get(database), { table, dupeId, last }, reason, actor, now),
        to: "/desk/votes",
        done,
      },
    );
  return act(request, context, {
    uncount: decided(uncountVotes, "desk.uncounted"),
    "looked-at": decided(acceptVotes, "desk.lookedAt"),
  });
}

export default function UnusualVotesPage({ loaderData }: Route.ComponentProps) {
  const { unusual, page, pages } = loaderData;
  const { t } = useDeskTranslations();
  return (
    <DeskPage title={t("desk:votes.title")}>
      <Sheet name="desk-overview" css={css} />
      <p>{unusual.length === 0 ? t("desk:votes.none") : t("desk:votes.lead")}</p>
      {unusual.map((one) => (
        <Unusual key={formOf(one.table, one.dupeId)} of={one} />
      ))}
      <NumberedPages path="/desk/votes" page={page} pages={pages} />
    </DeskPage>
  );
}

function Unusual({ of }: { of: UnusualVotes }) {
  const { language: code, t } = useDeskTranslations();
  const { number } = formatIn(code);
  const { table, dupeId, bottle, original, reasons, suspects, last } = of;
  const shown =
    table === "verdicts"
      ? (["alike", "networks", "young"] as const)
      : (["networks", "young"] as const);
  const counts = [
    t(`desk:votes.counts.${table}`, { count: number(of.votes) }),
    ...shown.map((name) => t(`desk:votes.${name}`, { count: number(of[name]) })),
  ];
  return (
    <article className="label desk-message">
      <h2>
        {bottle.marca} · {bottle.nombre}
      </h2>
      <p className="small soft">
        {t("desk:votes.dupeFor")} <BottleLink {...original} />
      </p>
      <p>{counts.join(" · ")}</p>
      <Said of={of} />
      <p className="small">
        {reasons.map((reason) => t(`desk:votes.reasons.${reason}`)).join(" ")}
      </p>
      <DeskForm
        form={seenForm}
        id={formOf(table, dupeId)}
        intent={null}
        values={{ table, dupe_id: String(dupeId) }}
      >
        {/* What is shown now, also after a refusal. */}
        <input type="hidden" name="last" value={last} />
        <p className="desk-buttons">
          <button className="button" name="intent" value="uncount">
            {t(`desk:votes.uncount.${table}`, { count: number(suspects) })}
            <span className="unseen"> ({bottle.nombre})</span>
          </button>
          <button className="button" name="intent" value="looked-at">
            {t("desk:votes.lookedAt")}
            <span className="unseen"> ({bottle.nombre})</span>
          </button>
        </p>
      </DeskForm>
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
