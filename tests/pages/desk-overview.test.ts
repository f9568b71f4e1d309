// What operators see first (RULES.md 10.23, 10.24), their emails (10.26), and the daily email (10.28).
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordBackup } from "#db/backup/last-backup.ts";
import { noteRun } from "#db/last-runs.ts";
import { suggestPerfume } from "../support/suggestions.ts";
import { formatIn } from "#app/i18n/format.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { emailOf } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { runCommand } from "../support/command.ts";
import { addPerfume } from "../support/database.ts";
import { signedInAs } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import {
  type MessageKey,
  translate,
  translationsOf,
  twoLanguages,
} from "../support/translations.ts";
import "../support/matchers.ts";
import { deskRefusal } from "../support/form-page.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
const { db } = site;
let moderator: TestBrowser & { id: string };
let owner: TestBrowser & { id: string };

beforeAll(async () => {
  moderator = await signedInAs("moderator", site, "mia");
  owner = await signedInAs("owner", site, "olga");
});
beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  for (const table of ["outbox", "sugerencias_perfumes", "last_runs", "search_misses"] as const)
    await db.deleteFrom(table).execute();
});
afterAll(() => site.close());

const suggest = (nombre: string) =>
  suggestPerfume(db, { marca: "Nishane", nombre, userId: null, language: "es" }, new Date());
const queue = async (more: object, subject = "Hello") => {
  await queueEmail(db, { to: "ana@private.example", subject, text: "t", html: "h" }, new Date());
  await db
    .updateTable("outbox")
    .set(more)
    .where("id", "=", (row) => row.selectFrom("outbox").select((one) => one.fn.max("id").as("id")))
    .execute();
};
const dead = {
  dead_at: "2026-12-01T10:00:00.000Z",
  next_attempt_at: null,
  attempts: 9,
  last_error: "550 <ana@private.example> unknown",
};

const says = (key: MessageKey) => translate("en", `messages:${key}`);

test.each(languageCodes)(
  "in %s it shows what waits, what is wrong, and the last 30 days, as charts with tables",
  async (code) => {
    await queue(dead);
    await db
      .insertInto("search_misses")
      .values({ day: new Date().toISOString().slice(0, 10), text: "xerjof<b>", times: 1234 })
      .execute();
    const { dom, status } = await moderator.get(`/${code}/desk`);
    const { overview } = translationsOf(code).desk;
    const { number } = formatIn(code);
    expect(status).toBe(200);
    expect(dom.querySelector("h1")?.text).toBe(overview.title);
    const waiting = dom.querySelector('.desk-counts a[href$="/desk/emails"]');
    expect(waiting?.text.trim()).toBe(`${overview.waiting.deadEmails} 1`);
    const troubles = dom.querySelector(".desk-troubles")!.text;
    expect(troubles).toContain(overview.noBackup);
    expect(troubles).toContain(overview.noHousekeeping);
    expect(troubles).toContain("npm run backup -- DIR");
    expect(dom.querySelector(".desk-troubles a")?.getAttribute("href")).toBe(
      `/${code}/desk/emails`,
    );
    expect(troubles).toContain(translate(code, "desk:overview.emailsDead", { count: "1" }));
    const charts = dom.querySelectorAll(".desk-chart");
    expect(charts).toHaveLength(7);
    const misses = charts[1]!;
    const values = { name: overview.figures.misses, total: number(1234), most: number(1234) };
    expect(misses.querySelector("svg")?.getAttribute("aria-label")).toBe(
      translate(code, "desk:overview.chart", values),
    );
    expect(misses.querySelectorAll("tbody tr")).toHaveLength(30);
    expect(misses.querySelectorAll("tbody tr").at(-1)?.querySelector("td")?.text).toBe(
      number(1234),
    );
    expect(dom.querySelectorAll("main b")).toEqual([]);
    const missed = dom.querySelector(`a[href="/${code}/desk/perfumes?q=xerjof%3Cb%3E"]`);
    expect(missed?.text).toBe("xerjof<b>");
  },
);

test("work done in time is not reported", async () => {
  await noteRun(db, "housekeeping", new Date());
  const { dom } = await moderator.get("/en/desk");
  expect(dom.text).not.toContain(translationsOf("en").desk.overview.noHousekeeping);
  expect(dom.text).toContain(translationsOf("en").desk.overview.nothingWaits);
});

test("the most opened bottles are links, with how many came through a search", async () => {
  const id = await addPerfume(db, "Creed", "Aventus <i>");
  const path = `/es/perfume/creed-aventus-i-${id}`;
  await site.get(path, { Referer: `${site.origin}/es?q=creed` });
  await site.request(path, {}, "192.0.9.9");
  await site.flushViews();
  const { dom } = await moderator.get("/en/desk");
  expect(dom.querySelector(`a[href="/en/desk/perfumes/${id}"]`)?.text).toBe("Creed · Aventus <i>");
  const share = translate("en", "desk:overview.searched", { share: "50%" });
  expect(dom.text).toContain(share);
});

test("the daily email is in the language in which the desk was last opened, also for moderators", async () => {
  await moderator.get("/de/desk");
  await owner.get("/it/desk");
  await suggest("Ani");
  expect(await site.writeDeskDigest(new Date())).toBe(2);
  for (const [name, code] of [
    ["mia", "de"],
    ["olga", "it"],
  ] as const) {
    const email = await db
      .selectFrom("outbox")
      .selectAll()
      .where("recipient", "=", emailOf(name))
      .executeTakeFirstOrThrow();
    const { deskDigest } = translationsOf(code).emails;
    expect(email.subject).toBe(deskDigest.subject);
    expect(email.text).toContain(`${deskDigest.waiting.perfumes}\n1\n`);
    expect(email.text).not.toContain(deskDigest.waiting.prices);
    expect(email.text).toContain(`${site.origin}/${code}/desk\n`);
    expect(email.text).toContain("DESK_DIGEST=off");
  }
});

test("a command writes the daily emails when they are due, and DESK_DIGEST=off disables them", async () => {
  const digest = async (environment = {}) =>
    (
      await runCommand("queue", site.config.databaseUrl, ["digest"], {
        APP_ORIGIN: site.origin,
        SESSION_SECRET: site.config.sessionSecrets.join(","),
        SMTP_URL: "smtp://127.0.0.1:9",
        ...environment,
      })
    ).out;
  await suggest("Hacivat");
  expect(await digest({ DESK_DIGEST: "off" })).toBe("DESK_DIGEST is off: no emails are sent.\n");
  expect(await digest()).toBe("2 emails queued.\n");
  expect(await digest()).toBe("Today's emails are already queued.\n");
});

test.each(twoLanguages)(
  "emails are listed by state, with the reason, and sent again, in %s",
  async (code) => {
    await queue(dead, "Stuck");
    await queue({ attempts: 2, last_error: "451 later" });
    const { emails } = translationsOf(code).desk;
    const page = await owner.get(`/${code}/desk/emails`);
    expect(page.dom.querySelectorAll("section h2").map(({ text }) => text)).toEqual([
      emails.states.dead,
      emails.states.failing,
    ]);
    expect(page.dom.text).toContain("451 later");
    expect(page.dom.text).toContain("ana@private.example");
    const id = page.dom.querySelector('[name="id"]')!.getAttribute("value")!;
    const one = await owner.post(`/${code}/desk/emails`, { intent: "retry", id });
    expect(one.headers.get("Location")).toBe(`/${code}/desk/emails`);
    expect(await owner.follow(one)).toShow(code, "desk.retried", { values: { count: "1" } });
    const all = await owner.post(`/${code}/desk/emails`, { intent: "retry" });
    expect(await owner.follow(all)).toShow(code, "desk.retried", { values: { count: "2" } });
  },
);

test.each([
  [{ id: "99" }, 409, "desk.nothingToRetry"],
  [{ id: "x" }, 422, "desk.unknown"],
  [{}, 409, "desk.nothingToRetry"],
] as const)("emails that cannot be sent again say why: %o", async (fields, status, key) => {
  const answer = await owner.post("/en/desk/emails", { intent: "retry", ...fields });
  expect(deskRefusal(answer)).toEqual([status, says(key)]);
});

test("the overview says when the last backup was made, in six languages (RULES.md 10.23)", async () => {
  const at = "2026-11-21T04:05:00.000Z";
  const lines = languageCodes.map(
    (code) =>
      [
        code,
        translate(code, "desk:overview.lastBackup", { when: formatIn(code).moment(at) }),
      ] as const,
  );
  expect(lines[0]![1]).toContain("4:05 UTC");
  const shown = async (code: string) => (await moderator.get(`/${code}/desk`)).dom.text;
  for (const [code, line] of lines) expect(await shown(code)).not.toContain(line);
  const { databaseUrl } = site.config;
  await recordBackup(databaseUrl, { at, folder: "/b", bytes: 1, rows: 1, files: 0, ms: 1 });
  for (const [code, line] of lines) expect(await shown(code)).toContain(line);
});
