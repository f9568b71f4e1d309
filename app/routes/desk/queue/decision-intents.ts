import type { RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import {
  accept,
  acceptAll,
  type Outcome,
  refuse as refuseItem,
  refuseAll,
  same,
} from "#app/domain/desk/queue/decide.ts";
import { parseSeenItem, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { type SentForm, unknownForm } from "#app/http/forms/sent-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { type DeskAnswer, goOn, type Intent, refuseStale } from "../act.ts";
import { noSuchAddress } from "../guard.ts";
import { acceptForm, itemIn, refuseForm, sameForm, tickedForm } from "./queue-forms.ts";

type Context = Readonly<RouterContextProvider>;

type Seen = NonNullable<ReturnType<typeof itemIn>>;

/** What the queue's forms do (RULES.md 25.6). @param path the list on which they stand */
export function decisions(context: Context, path: string): Record<string, Intent> {
  const db = context.get(database);
  const lang = context.get(language);

  function one<Value>(
    form: FormData,
    define: (name: string) => { parse(form: FormData, code: typeof lang): SentForm<Value> },
    done: (item: Seen) => MessageKey,
    decide: (item: Seen, value: Value) => Promise<Outcome>,
  ): Promise<DeskAnswer> {
    const item = itemIn(form);
    if (!item) return Promise.resolve(misread(context));
    const sent = define(item.name).parse(form, lang);
    return attempt(context, sent, "desk.error", async (value) => {
      const outcome = await decide(item, value);
      if (outcome.outcome !== "decided") return explain(context, sent, outcome);
      showAtOnce(context, [outcome]);
      return goOn(context, path, done(item), { next: textOf(form, "next") || null });
    });
  }

  function ticked(
    form: FormData,
    intent: "accept-all" | "refuse-all",
    decide: (items: SeenItem[], reason: string) => Promise<[SeenItem, Outcome][]>,
  ): Promise<DeskAnswer> {
    const sent = tickedForm(intent).parse(form, lang);
    return attempt(context, sent, "desk.error", async ({ reason }) => {
      const items = form.getAll("item").flatMap((text) => parseSeenItem(text) ?? []);
      if (items.length === 0) return refuse(context, sent, 422, { message: "desk.noneTicked" });
      const outcomes = (await decide(items, reason)).map(([, outcome]) => outcome);
      if (outcomes.some(({ outcome }) => outcome === "not-allowed")) throw noSuchAddress(context);
      showAtOnce(context, outcomes);
      const done = outcomes.filter(({ outcome }) => outcome === "decided").length;
      const left = outcomes.length - done;
      const values = { done: String(done), left: String(left) };
      return goOn(context, path, left > 0 ? "desk.someDecided" : "desk.allDecided", { values });
    });
  }

  return {
    accept: (form, { userId }) =>
      one(
        form,
        acceptForm,
        ({ kind }) => (kind === "review" ? "desk.removed" : "desk.accepted"),
        (item, { marca, nombre }) => {
          const corrected = { ...(marca && { marca }), ...(nombre && { nombre }) };
          return accept(db, item, corrected, userId, new Date());
        },
      ),
    refuse: (form, { userId }) =>
      one(
        form,
        refuseForm,
        ({ kind }) => (kind === "review" ? "desk.shown" : "desk.refused"),
        (item, { reason }) => refuseItem(db, item, reason, userId, new Date()),
      ),
    same: (form, { userId }) =>
      one(
        form,
        sameForm,
        () => "desk.same",
        async (item, { perfume_id }) => {
          const perfumeId = parseId(perfume_id);
          if (perfumeId === null) return { outcome: "no-such-perfume" };
          return same(db, item, perfumeId, userId, new Date());
        },
      ),
    "accept-all": (form, { userId }) =>
      ticked(form, "accept-all", (items) => acceptAll(db, items, userId, new Date())),
    "refuse-all": (form, { userId }) =>
      ticked(form, "refuse-all", (items, reason) =>
        refuseAll(db, items, reason, userId, new Date()),
      ),
  };
}

const misread = (context: Context) =>
  refuse(context, unknownForm(), 422, { message: "desk.unknown" });

const impossible = {
  "dupe-of-itself": "desk.ofItself",
  "no-such-perfume": "desk.noBottle",
  "blocked-shop": "desk.blockedShop",
  "not-possible": "desk.notPossible",
} as const;

function explain(
  context: Context,
  sent: SentForm,
  outcome: Exclude<Outcome, { outcome: "decided" }>,
): DeskAnswer {
  switch (outcome.outcome) {
    case "not-allowed":
      throw noSuchAddress(context);
    case "stale":
      return refuseStale(context, sent, outcome.waiting ? null : outcome.did);
    case "no-such-item":
      return refuse(context, sent, 404, { message: "desk.gone" });
    default:
      return refuse(context, sent, 422, { message: impossible[outcome.outcome] });
  }
}

/** Pages of this process show it at once, those of others within seconds (RULES.md 5.13). */
function showAtOnce(context: Context, outcomes: Outcome[]): void {
  const changes = outcomes.some(
    (one) => one.outcome === "decided" && one.after.state !== "refused",
  );
  if (changes) context.get(services).pages.clear();
}
