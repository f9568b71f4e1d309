import { factsIn, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { accept, decideEach, refuse as refuseItem, same } from "#app/domain/desk/queue/decide.ts";
import { type Item, itemName, parseSeenItem, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { findFactSuggestions } from "#app/domain/suggestions/fact-suggestions.ts";
import { pagesOf } from "#app/domain/suggestions/suggested-pages.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { Db } from "#db/database.ts";
import { type Asked, decision, goOn, type Intent, plainForm } from "../decision.ts";
import {
  acceptForm,
  formId,
  itemIn,
  pageFields,
  pagesAsFields,
  refuseForm,
  tickedId,
} from "./queue-forms.ts";

const words = {
  "dupe-of-itself": "desk.ofItself",
  "no-such-perfume": { status: 422, message: "desk.noBottle" },
  "blocked-shop": { status: 422, message: "desk.blockedShop" },
  "source-there": { status: 422, message: "catalogue.sourceThere" },
  "no-room-for-sources": { status: 422, message: "catalogue.tooManySources" },
} as const;

const bottleForm = plainForm(
  "same",
  (form) => {
    const perfumeId = parseId(textOf(form, "perfume_id"));
    return perfumeId === null ? null : { perfumeId };
  },
  { wrong: "desk.noBottle" },
);

type QueuePage = Asked & { path: string };

interface OnItem {
  to: string;
  id: () => string;
  words: typeof words;
}

/** Decides on one item, in the version that the sender saw. */
const onItem =
  (
    { context, path }: QueuePage,
    intent: string,
    decide: (item: SeenItem, way: OnItem) => Intent,
  ): Intent =>
  async (form, by) => {
    const item = itemIn(form);
    if (!item) return refuse(context, unknownForm(), 422, { message: "desk.unknown" });
    const next = encodeURIComponent(textOf(form, "next"));
    const to = next ? `${path}${path.includes("?") ? "&" : "?"}next=${next}` : path;
    return decide(item, { to, id: () => formId(intent, itemName(item)), words })(form, by);
  };

const ticked = (page: QueuePage, intent: "accept-all" | "refuse-all") =>
  decision(page, {
    form: refuseForm,
    id: () => tickedId,
    to: page.path,
    done: "desk.allDecided",
    async work({ reason }, { actor, now }, form) {
      const db = page.context.get(database);
      const items = form.getAll("item").flatMap((text) => parseSeenItem(text) ?? []);
      if (items.length === 0) throw new Refused("none-ticked");
      const outcomes = await decideEach(items, (item) =>
        intent === "accept-all"
          ? accept(db, item, {}, actor, now)
          : refuseItem(db, item, reason, actor, now),
      );
      const entries = outcomes.flatMap(([, one]) => ("entry" in one ? one.entry : []));
      const left = outcomes.length - entries.length;
      const values = { done: String(entries.length), left: String(left) };
      const done = left > 0 ? "desk.someDecided" : "desk.allDecided";
      return goOn(page.context, page.path, done, { values, entries });
    },
  });

/** The intents of the queue's forms (RULES.md 10.11). `path` is where to go on. */
export function decisionIntents(page: QueuePage): Record<string, Intent> {
  const db = page.context.get(database);
  const lang = page.context.get(language);
  return {
    accept: onItem(page, "accept", (item, way) =>
      decision(page, {
        ...way,
        form: acceptForm,
        now: () => fieldsNow(db, lang, item),
        async work({ marca, nombre, title, kind, ...typed }, { actor, now }, form) {
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
          return accept(db, item, corrected, actor, now);
        },
        done: item.kind === "review" ? "desk.removed" : "desk.accepted",
      }),
    ),
    refuse: onItem(page, "refuse", (item, way) =>
      decision(page, {
        ...way,
        form: refuseForm,
        work: ({ reason }, { actor, now }) => refuseItem(db, item, reason, actor, now),
        done: item.kind === "review" ? "desk.shown" : "desk.refused",
      }),
    ),
    same: onItem(page, "same", (item, way) =>
      decision(page, {
        ...way,
        form: bottleForm,
        work: ({ perfumeId }, { actor, now }) => same(db, item, perfumeId, actor, now),
        done: "desk.same",
      }),
    ),
    "accept-all": ticked(page, "accept-all"),
    "refuse-all": ticked(page, "refuse-all"),
  };
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
