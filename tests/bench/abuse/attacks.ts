// What attackers want others to see, and what honest people have said before (RULES.md 4.4 to 5.10).
import { knownSimilarity } from "#app/domain/catalog/dupe-order.ts";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { addSighting } from "#app/domain/prices/add-sighting.ts";
import { bestOffers } from "#app/domain/prices/bottle-prices.ts";
import { decideSighting } from "#app/domain/prices/decide-sighting.ts";
import { sayGone } from "#app/domain/prices/gone.ts";
import { blindCountsOf, verdictOfTests } from "#app/domain/reviews/blind-counts.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import { tellingPhrase } from "#app/domain/reviews/verdict-questions.ts";
import { giveVerdict } from "#app/domain/reviews/verdicts.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { speakerOf } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { addAccount, addOwner } from "../../support/accounts.ts";
import { smell } from "../../support/blind.ts";
import { addDupe, addPerfume } from "../../support/database.ts";
import { addShop } from "../../support/prices.ts";
import { saying } from "../../support/verdicts.ts";
import { outcomeOf } from "../../support/outcome-of.ts";

export const day = 24 * 60 * 60 * 1000;
export const start = new Date("2026-02-01T00:00:00.000Z");
const before = new Date(start.getTime() - 30 * day);
export const at = (network: string) => ({ secrets: ["secret"], network, emailsAreConfirmed: true });

export interface Scene {
  db: Db;
  /** what one bought account says, from a network */
  speak(userId: string, network: string, now: Date): Promise<unknown>;
  isReached(now: Date): Promise<boolean>;
}

interface Site {
  db: Db;
  perfumeId: number;
  dupeId: number;
  bottle: number;
  /** each on a network of their own, a month ago */
  honest: string[];
}

async function siteWith(people: number, estimacion?: number): Promise<Site> {
  const db = connect(":memory:");
  await migrate(db);
  await addShop(db, "druni.es");
  await addOwner(db);
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit", { estimacion });
  const { dupe_perfume_id: bottle } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .executeTakeFirstOrThrow();
  const createdAt = new Date(before.getTime() - 90 * day).toISOString();
  const honest: string[] = [];
  for (let n = 0; n < Math.max(people, 1); n++)
    honest.push(await addAccount(db, `honest${n}`, { createdAt, email: `honest${n}@gmail.com` }));
  return { db, perfumeId, dupeId, bottle, honest };
}

const vote =
  ({ db, perfumeId }: Site, dupeId: number, voto: 1 | -1) =>
  (userId: string, network: string, now: Date) =>
    outcomeOf(castVote(db, userId, { dupeId, perfumeId, voto }, now, at(network)));

const verdict =
  ({ db, perfumeId, dupeId }: Site, lasting: "less" | "same") =>
  (userId: string, network: string, now: Date) =>
    outcomeOf(
      giveVerdict(
        db,
        userId,
        { dupeId, perfumeId, answers: saying({ lasting }) },
        now,
        at(network),
      ),
    );

const price =
  ({ db, bottle }: Site, amount: number, size = 100) =>
  async (userId: string, network: string, now: Date) => {
    const sighting = { amount, currency: "EUR", size, shop: "druni.es", kind: "bottle" as const };
    const by = await speakerOf(db, userId, network, at(network));
    const seenOn = now.toISOString().slice(0, 10);
    return addSighting(db, bottle, { ...sighting, seenOn }, by, now);
  };

const gone =
  ({ db }: Site) =>
  async (userId: string, network: string, now: Date) => {
    const { id } = await db.selectFrom("prices").select("id").executeTakeFirstOrThrow();
    const by = { ...(await speakerOf(db, userId, network, at(network))), userId };
    return outcomeOf(sayGone(db, id, by, now));
  };

type Speak = (userId: string, network: string, now: Date) => Promise<unknown>;

async function sayHonestly({ honest }: Site, speak: Speak, people: number, now = before) {
  for (const [n, userId] of honest.slice(0, people).entries())
    await speak(userId, `home ${n}`, now);
}

/** What stands before an attack: honest people's price, or an operator's where there are none. */
async function standingPrice(site: Site, people: number) {
  await sayHonestly(site, price(site, 3000), Math.max(people, 1), start);
  if (people === 0)
    await decideSighting(site.db, 1, { state: "shown", actor: "olga", reason: null }, start);
}

const onCard = async ({ db, bottle }: Site, now: Date, only: "bottle" | "vouched" = "bottle") =>
  (await bestOffers(db, [bottle], { now, only })).get(bottle)?.get("EUR")?.reference.amount;

const figure = (from: number, to: number) => async (people: number) => {
  const site = await siteWith(people, from);
  const likes = Math.round((people * from) / 100);
  for (const [n, userId] of site.honest.slice(0, people).entries())
    await vote(site, site.dupeId, n < likes ? 1 : -1)(userId, `home ${n}`, before);
  return {
    db: site.db,
    speak: vote(site, site.dupeId, 1),
    async isReached() {
      const [dupe] = await listDupes(site.db, site.perfumeId);
      return (knownSimilarity(dupe!) ?? 0) >= to;
    },
  };
};

const cardPrice =
  (amount: number, size = 100) =>
  async (people: number) => {
    const site = await siteWith(people);
    await standingPrice(site, people);
    return {
      db: site.db,
      speak: price(site, amount, size),
      isReached: async (now: Date) => (await onCard(site, now)) === amount,
    };
  };

/** By figure; each takes how many honest people have spoken. */
export const attacks: Record<string, (people: number) => Promise<Scene>> = {
  "similarity 10 to 95 %": figure(10, 95),
  "similarity 55 to 65 %": figure(55, 65),
  async "first place of a new dupe"(people) {
    const site = await siteWith(people);
    await sayHonestly(site, vote(site, site.dupeId, 1), people);
    const bought = await addDupe(site.db, site.perfumeId, "Zara", "Vibrant");
    return {
      db: site.db,
      async speak(userId, network, now) {
        await vote(site, bought, 1)(userId, network, now);
        await vote(site, site.dupeId, -1)(userId, network, now);
      },
      async isReached() {
        const [first] = await listDupes(site.db, site.perfumeId);
        return first!.id === bought && first!.likes > 2 && first!.few_voices === 0;
      },
    };
  },
  async "“lasts less”"(people) {
    const site = await siteWith(people);
    await sayHonestly(site, verdict(site, "same"), people);
    return {
      db: site.db,
      speak: verdict(site, "less"),
      async isReached() {
        const counts = (await verdictCountsOf(site.db, [site.dupeId])).get(site.dupeId);
        const phrase = counts && tellingPhrase(counts);
        return phrase?.kind === "most" && phrase.answer === "less";
      },
    };
  },
  async "“people can tell”, blind"(people) {
    const site = await siteWith(people);
    const { db, dupeId } = site;
    const answer = (isRight: boolean) => (userId: string, network: string, now: Date) =>
      smell(db, userId, dupeId, isRight, { now, ballot: at(network) });
    for (const [n, userId] of site.honest.slice(0, people).entries())
      await answer(n % 3 === 0)(userId, `home ${n}`, before);
    return {
      db,
      speak: answer(true),
      async isReached() {
        const counts = (await blindCountsOf(db, [dupeId])).get(dupeId);
        return counts !== undefined && verdictOfTests(counts) === "tell";
      },
    };
  },
  "a card's price at half": cardPrice(1500),
  "a card's price at a third": cardPrice(1000),
  "0.01 € for 1,000 ml": cardPrice(1, 1000),
  async "a price vouched for"(people) {
    const site = await siteWith(people);
    await standingPrice(site, people);
    return {
      db: site.db,
      speak: price(site, 2000),
      isReached: async (now) => (await onCard(site, now, "vouched")) === 2000,
    };
  },
  async "a price hidden"(people) {
    const site = await siteWith(people);
    await sayHonestly(site, price(site, 3000), Math.max(people, 1), start);
    return {
      db: site.db,
      speak: gone(site),
      isReached: async (now) => (await onCard(site, now)) === undefined,
    };
  },
  async "a review hidden"(people) {
    const site = await siteWith(people);
    const { db, perfumeId, dupeId, honest } = site;
    const review = { dupeId, perfumeId, description: "Smoky.", language: "es" };
    await publishReview(db, honest[0]!, review, before);
    return {
      db,
      speak: (userId, network, now) =>
        outcomeOf(
          reportReview(
            db,
            { reviewId: 1, perfumeId, userId, reason: "spam", note: null },
            now,
            at(network),
          ),
        ),
      async isReached() {
        const row = await db.selectFrom("dupe_reviews").select("state").executeTakeFirstOrThrow();
        return row.state === "hidden";
      },
    };
  },
  async "an operator's price replaced"(people) {
    const site = await siteWith(people);
    await price(site, 3000)(site.honest[0]!, "home", start);
    await decideSighting(site.db, 1, { state: "shown", actor: "olga", reason: null }, start);
    return {
      db: site.db,
      async speak(userId, network, now) {
        await gone(site)(userId, network, now);
        await price(site, 1, 1000)(userId, network, now);
      },
      isReached: async (now) =>
        (await onCard(site, now)) !== 3000 && now.getTime() < start.getTime() + 60 * day,
    };
  },
  async "a refused price shown again"(people) {
    const site = await siteWith(people);
    await price(site, 1500)(site.honest[0]!, "home", start);
    await decideSighting(site.db, 1, { state: "refused", actor: "olga", reason: null }, start);
    return {
      db: site.db,
      speak: price(site, 1500),
      isReached: async (now) =>
        (await onCard(site, now)) !== undefined && now.getTime() < start.getTime() + 180 * day,
    };
  },
};
