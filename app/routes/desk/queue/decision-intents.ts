import type { RouterContextProvider } from "react-router";
import { factsIn, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import {
  accept,
  acceptAll,
  type Outcome,
  refuse as refuseItem,
  refuseAll,
  same,
} from "#app/domain/desk/queue/decide.ts";
import { type Item, itemName, parseSeenItem, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { type SentForm, unknownForm } from "#app/http/forms/sent-form.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { type DeskAnswer, goOn, type Intent } from "../answers.ts";
import { refuseStale } from "../describe-decision.ts";
import { noSuchAddress } from "../guard.ts";
import { rawForm } from "../raw-form.ts";
import { renewed } from "../renewed-form.ts";
import {
  acceptForm,
  formId,
  itemIn,
  pageFields,
  pagesAsFields,
  refuseForm,
} from "./queue-forms.ts";
import { findFactSuggestions } from "#app/domain/suggestions/fact-suggestions.ts";
import { pagesOf } from "#app/domain/suggestions/suggested-pages.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { Db } from "#db/database.ts";

interface QueuePage {
  context: Readonly<RouterContextProvider>;
  path: string;
}

/** The intents of the queue's forms (RULES.md 10.11). */
export function decisionIntents(page: QueuePage): Record<string, Intent> {
  const { context } = page;
  const db = context.get(database);
  const lang = context.get(language);
  return {
    async accept(form, { userId }) {
      const item = itemIn(form);
      if (!item) return misread(context);
      const sent = acceptForm.parse(form, lang, formId("accept", itemName(item)));
      const done = item.kind === "review" ? "desk.removed" : "desk.accepted";
      return decideOne(page, form, sent, done, async ({ marca, nombre, title, kind, ...typed }) => {
        const corrected = {
          ...(marca && { marca }),
          ...(nombre && { nombre }),
          ...(form.has("fuente") && { pages: pageFields.flatMap((name) => typed[name] ?? []) }),
          ...(title && { title: cleanLine(title) }),
          ...(form.has("author") && { author: typed.author }),
          ...(kind && { kind }),
          ...(item.kind === "facts" && {
            facts: await correctedFacts(db, lang, item.id, factsIn(typed)),
          }),
        };
        return accept(db, item, corrected, userId, new Date());
      });
    },
    async refuse(form, { userId }) {
      const item = itemIn(form);
      if (!item) return misread(context);
      const sent = refuseForm.parse(form, lang, formId("refuse", itemName(item)));
      const done = item.kind === "review" ? "desk.shown" : "desk.refused";
      return decideOne(page, form, sent, done, ({ reason }) =>
        refuseItem(db, item, reason, userId, new Date()),
      );
    },
    async same(form, { userId }) {
      const item = itemIn(form);
      if (!item) return misread(context);
      const sent = rawForm(form, formId("same", itemName(item)));
      const perfumeId = parseId(textOf(form, "perfume_id"));
      if (perfumeId === null) return refuse(context, sent, 422, { message: "desk.noBottle" });
      return decideOne(page, form, sent, "desk.same", () =>
        same(db, item, perfumeId, userId, new Date()),
      );
    },
    "accept-all": (form, { userId }) =>
      decideTicked(page, form, "accept-all", (items) => acceptAll(db, items, userId, new Date())),
    "refuse-all": (form, { userId }) =>
      decideTicked(page, form, "refuse-all", (items, reason) =>
        refuseAll(db, items, reason, userId, new Date()),
      ),
  };
}

const misread = (context: Readonly<RouterContextProvider>) =>
  refuse(context, unknownForm(), 422, { message: "desk.unknown" });

function decideOne<Value>(
  { context, path }: QueuePage,
  form: FormData,
  sent: SentForm<Value>,
  done: MessageKey,
  decide: (value: Value) => Promise<Outcome>,
): Promise<DeskAnswer> {
  return attempt(context, sent, "desk.error", async (value) => {
    const outcome = await decide(value);
    if (outcome.outcome !== "decided") return explain(context, form, sent, outcome);
    const next = textOf(form, "next") || null;
    return goOn(context, path, done, { next, entries: [outcome.entry] });
  });
}

function decideTicked(
  { context, path }: QueuePage,
  form: FormData,
  intent: "accept-all" | "refuse-all",
  decide: (items: SeenItem[], reason: string) => Promise<[SeenItem, Outcome][]>,
): Promise<DeskAnswer> {
  const sent = refuseForm.parse(form, context.get(language), intent);
  return attempt(context, sent, "desk.error", async ({ reason }) => {
    const items = form.getAll("item").flatMap((text) => parseSeenItem(text) ?? []);
    if (items.length === 0) return refuse(context, sent, 422, { message: "desk.noneTicked" });
    const outcomes = (await decide(items, reason)).map(([, outcome]) => outcome);
    if (outcomes.some(({ outcome }) => outcome === "not-allowed")) throw noSuchAddress(context);
    const entries = outcomes.flatMap((one) => (one.outcome === "decided" ? [one.entry] : []));
    const left = outcomes.length - entries.length;
    const values = { done: String(entries.length), left: String(left) };
    const done = left > 0 ? "desk.someDecided" : "desk.allDecided";
    return goOn(context, path, done, { values, entries });
  });
}

const impossible = {
  "dupe-of-itself": "desk.ofItself",
  "no-such-perfume": "desk.noBottle",
  "blocked-shop": "desk.blockedShop",
  "not-possible": "desk.notPossible",
  "wrong-kind": "sources.errorKind",
  "there-already": "catalogue.sourceThere",
  "too-many": "catalogue.tooManySources",
} as const;

async function explain(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  sent: SentForm,
  outcome: Exclude<Outcome, { outcome: "decided" }>,
): Promise<DeskAnswer> {
  switch (outcome.outcome) {
    case "not-allowed":
      throw noSuchAddress(context);
    case "stale":
      return outcome.waiting
        ? refuseStale(context, await renewedItem(context, form, sent, outcome.version), null)
        : refuseStale(context, sent, outcome.did);
    case "no-such-item":
      return refuse(context, sent, 404, { message: "desk.gone" });
    default:
      return refuse(context, sent, 422, { message: impossible[outcome.outcome] });
  }
}

async function renewedItem(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  sent: SentForm,
  version: number,
): Promise<SentForm> {
  const { kind, id } = itemIn(form)!;
  const db = context.get(database);
  const now = await fieldsNow(db, context.get(language), { kind, id });
  return renewed(sent, now, version);
}

/** What of a form for correcting a suggestion can have changed since it was shown, as it is now. */
async function fieldsNow(
  db: Db,
  lang: Language,
  { kind, id }: Item,
): Promise<Record<string, string>> {
  if (kind === "dupe") return pagesAsFields((await pagesOf(db, [id])).get(id) ?? []);
  const facts = kind === "facts" && (await suggestedNow(db, id));
  return facts ? factsToType(lang, facts) : {};
}

/** Notes are read as the words that the form showed. */
async function correctedFacts(
  db: Db,
  lang: Language,
  id: number,
  typed: Partial<StoredFacts>,
): Promise<Partial<StoredFacts>> {
  return factsInEnglish(lang, typed, (await suggestedNow(db, id)) ?? {});
}

async function suggestedNow(db: Db, id: number): Promise<StoredFacts | null> {
  const [one] = await findFactSuggestions(db, [id]);
  return one ? { ...one.known, ...one.facts } : null;
}
