import { expect, onTestFinished, test } from "vitest";
import { addPerfumeWithDupe } from "../support/database.ts";
import "../support/matchers.ts";
import { addShop } from "../support/prices.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";

test.each([
  [
    "with SMTP, one voice",
    { SMTP_URL: "smtp://127.0.0.1:9", TRUST_NEW_ACCOUNTS: "on" },
    "prices.waits",
    "shown",
  ],
  ["without SMTP, one voice each", {}, "prices.same", "hidden"],
] as const)(
  "mailboxes of one own domain are, %s (RULES.md 5.7)",
  async (_, settings, told, review) => {
    const site = await openSite(settings);
    onTestFinished(() => site.close());
    const { id, dupe, path } = await addPerfumeWithDupe(site.db);
    await addShop(site.db, "druni.es");
    const author = await signedIn(site, "author");
    const words = { intent: "publish-review", dupe_id: String(dupe), description: "Smoky." };
    await author.post(`/es${path}`, words);
    const price = { intent: "add-price", perfume_id: String(id), amount: "20", currency: "EUR" };
    const seen = { size_ml: "100", kind: "bottle", seen_on: new Date().toISOString().slice(0, 10) };
    const report = { intent: "report-review", review_id: "1", reason: "spam" };
    const answers: Awaited<ReturnType<typeof author.post>>[] = [];
    for (const name of ["one", "two", "three"]) {
      const mailbox = await signedIn(site, name, { email: `${name}@catchall.com` });
      const sent = await mailbox.post(`/es${path}`, { ...price, ...seen, shop: "druni.es" });
      answers.push(await mailbox.follow(sent));
      await mailbox.post(`/es${path}?report=1`, report);
    }
    expect(answers[1]).toShow("es", told);
    const { state } = await site.db
      .selectFrom("dupe_reviews")
      .select("state")
      .executeTakeFirstOrThrow();
    expect(state).toBe(review);
  },
);
