// PostgreSQL is killed, unavailable, and back (RULES.md 14.15).
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { disagreements } from "../support/counters.ts";
import { addCommunity, figuresOf, startCrowd } from "../support/crowd.ts";
import { durable } from "../support/postgres.ts";
import { freshOn, hasPostgres, ownPostgres, startSite } from "../support/postgres-site.ts";

describe.runIf(hasPostgres)("PostgreSQL", () => {
  const server = ownPostgres(durable);

  test("killed and back within 3 s, under load: nothing acknowledged is lost; only requests under way fail, as 503 with what was typed", async ({
    annotate,
  }) => {
    const { url, db } = await freshOn(server());
    const site = await startSite(url);
    const crowd = startCrowd([site], await addCommunity(db));
    await crowd.more(60);
    const killed = performance.now();
    await server().kill();
    const gone = performance.now();
    await pause(1000);
    await server().start();
    const back = performance.now();
    await crowd.more(60);
    await crowd.stop();
    expect(await crowd.lost(db)).toEqual([]);
    expect(await disagreements(db, new Date())).toEqual([]);
    const failed = crowd.failed();
    for (const answer of failed) {
      expect(answer).toMatchObject({ status: 503, retryAfter: "5" });
      // On a slow machine PostgreSQL is back too late for requests that waited 3 s.
      if (back - answer.from > 2000) continue;
      expect(answer.forgot).toBe(false);
      // Under way when it was killed; later requests waited.
      expect([answer.from < gone, answer.until > killed]).toEqual([true, true]);
    }
    await annotate(`${figuresOf(crowd)}, 0 lost`);
  });

  test("down for long: cached pages work, others and forms are 503 with what was typed, and the site recovers", async () => {
    const { url, db } = await freshOn(server());
    const site = await startSite(url);
    const { bottles, people } = await addCommunity(db, { people: 1, bottles: 2 });
    const [kept, other] = bottles.map(({ path }) => path);
    expect((await site.get(kept!)).status).toBe(200);
    await server().kill();
    const typed = "Words that are kept";
    const message = { name: "Ana", email: "ana@example.org", privacyAccepted: "on" };
    const sendMessage = () => site.post("/es/contact", { ...message, message: typed });
    const review = { intent: "publish-review", dupe_id: String(bottles[0]!.dupe) };
    const sendReview = () =>
      site.post(kept!, { ...review, description: typed }, { Cookie: people[0]!.cookie });
    const [again, page, form, signedIn, ready, healthy] = await Promise.all([
      site.get(kept!),
      site.get(other!),
      sendMessage(),
      sendReview(),
      site.get("/readyz"),
      site.get("/healthz"),
    ]);
    expect([again.status, ready.status, healthy.status]).toEqual([200, 503, 200]);
    for (const answer of [page, form, signedIn]) {
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/u) });
      expect(answer.time).toBeGreaterThan(2500);
      expect(again.time).toBeLessThan(answer.time);
    }
    for (const refused of [form, signedIn]) expect(refused.page).toContain(typed);
    await server().start();
    expect([(await site.get(other!)).status, (await sendMessage()).status]).toEqual([200, 303]);
    expect((await sendReview()).status).toBe(303);
    // Stored once, although the first response was lost.
    expect(await db.selectFrom("contact_messages").select("message").execute()).toHaveLength(1);
  });

  test("down: SIGTERM ends the site with 0, and waiting requests are answered", async () => {
    const { url, db } = await freshOn(server());
    const site = await startSite(url);
    const { bottles } = await addCommunity(db, { people: 1, bottles: 1 });
    await server().kill();
    const waiting = site.get(bottles[0]!.path);
    await pause(200);
    expect(await site.stop()).toBe(0);
    await server().start();
    expect((await waiting).status).toBe(503);
  });
});
