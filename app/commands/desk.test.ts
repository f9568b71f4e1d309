import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { findAccount } from "#app/domain/desk/operators.ts";
import { addAccount, emailOf, withoutEmail } from "../../tests/support/accounts.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { runCommand } from "../../tests/support/command.ts";
import { freshSqlite } from "../../tests/support/sqlite-databases.ts";
import { addDupe, addPerfume, addPerfumeWithDupe } from "../../tests/support/database.ts";
import { addPrice } from "../../tests/support/prices.ts";
import { isEmailTaken } from "#app/domain/accounts/registration.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { suggestFacts } from "#app/domain/suggestions/fact-suggestions.ts";
import { suggestDupe, suggestPerfume } from "../../tests/support/suggestions.ts";

const now = new Date();
let url: string;
let db: Db;

beforeEach(async () => {
  url = await freshSqlite();
  db = connect(url);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
});

afterEach(() => db.destroy());

const people = (...words: string[]) => runCommand("people", url, words);
const queue = (...words: string[]) => runCommand("queue", url, words);
const suggest = (nombre: string, userId: string | null = "ana") =>
  suggestPerfume(db, { marca: "Nishane", nombre, userId, language: "es" }, now);

test("operators are granted, listed, changed and revoked by address, in any spelling", async () => {
  expect((await people("list")).out).toContain("No operators yet");
  expect(await people("grant", "ANA@example.org", "owner")).toEqual({
    code: 0,
    out: "ANA@example.org is owner.\n",
    err: "",
  });
  expect((await people("grant", emailOf("ana"), "owner")).out).toContain("is already owner");
  await people("grant", emailOf("bea"), "moderator");
  const { code, out } = await people("list");
  expect([code, out.split("\n")]).toEqual([
    0,
    [
      expect.stringMatching(/^owner {6}ana@example\.org {2}ana {2}2/u),
      expect.stringMatching(/^moderator {2}bea@example\.org {2}bea {2}2/u),
      "",
    ],
  ]);
  expect(await people("revoke", emailOf("ana"))).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("the last owner"),
  });
  expect((await people("revoke", emailOf("bea"))).out).toContain("no longer an operator");
  expect(await people("revoke", emailOf("bea"))).toMatchObject({ code: 1 });
  expect(await people("grant", "nobody@example.org", "owner")).toEqual({
    code: 1,
    out: "",
    err: "No account has the address nobody@example.org.\n",
  });
  expect(await db.selectFrom("audit_log").selectAll().execute()).toHaveLength(3);
});

test("people prints its usage", async () => {
  const lines = [
    [],
    ["list", "x"],
    ["grant"],
    ["grant", "ana@example.org"],
    ["grant", "ana@example.org", "admin"],
    ["grant", "ana@example.org", "owner", "x"],
    ["revoke"],
    ["revoke", "ana@example.org", "owner"],
    ["reset-second-factor"],
    ["erase"],
    ["erase", "ana@example.org", "x"],
  ];
  const usage = { code: 2, out: "", err: expect.stringMatching(/^Usage: npm run people/u) };
  const ran = await Promise.all(lines.map((words) => people(...words)));
  expect(ran.map((one, at) => [lines[at], one])).toEqual(lines.map((line) => [line, usage]));
});

test("a second factor is removed by address, with a line of output and a log entry", async () => {
  const factor = { user_id: "bea", secret: "x", since: now.toISOString(), confirmed_at: "x" };
  await db.insertInto("second_factors").values(factor).execute();
  expect(await people("reset-second-factor", emailOf("bea"))).toEqual({
    code: 0,
    out: "bea@example.org no longer needs a code.\n",
    err: "",
  });
  expect(await people("reset-second-factor", emailOf("bea"))).toEqual({
    code: 1,
    out: "",
    err: "bea@example.org has no second factor.\n",
  });
  const log = await db.selectFrom("audit_log").select(["action", "via"]).execute();
  expect(log).toEqual([{ action: "second-factor-off", via: "command" }]);
});

test("queue prints its usage", async () => {
  const lines = [
    [],
    ["list", "x"],
    ["list", "--kind", "message"],
    ["list", "--page", "0"],
    ["digest", "x"],
    ["digest", "--page", "1"],
  ];
  const usage = { code: 2, out: "", err: expect.stringMatching(/^Usage: npm run queue/u) };
  const ran = await Promise.all(lines.map((words) => queue(...words)));
  expect(ran.map((one, at) => [lines[at], one])).toEqual(lines.map((line) => [line, usage]));
});

test("waiting items are listed with askers, count, start date and similar bottles", async () => {
  const club = await addPerfume(db, "Armaf", "Club de Nuit");
  const dupe = { perfumeId: club, marca: "Zara", nombre: "Vibrant", language: "es" };
  await suggest("Ani");
  await suggest("Ani", "bea");
  await suggestDupe(db, { ...dupe, userId: null }, now);
  await addPrice(db, club, 2490, now, { state: "held", user_id: "ana", shop: "Corner shop" });
  await suggestPerfume(
    db,
    { marca: "Armaf", nombre: "Club de Nuit Intense", userId: "ana", language: "es" },
    now,
  );
  const { code, out, err } = await queue("list");
  const day = now.toISOString().slice(0, 10);
  expect([code, err]).toEqual([0, ""]);
  expect(out.split("\n").toSorted()).toEqual(
    [
      `perfume:1  Nishane · Ani  2× by ana, bea since ${day}`,
      `dupe:1  Zara · Vibrant for ${club} Armaf · Club de Nuit  1× since ${day}`,
      `price:1  24.90 EUR for a bottle of 100 ml at Corner shop on ${day} for ${club} Armaf · Club de Nuit  1× by ana since ${day}`,
      `perfume:2  Armaf · Club de Nuit Intense  1× by ana since ${day}  like ${club} Armaf · Club de Nuit`,
      "4 waiting.",
      "",
    ].toSorted(),
  );
  expect((await queue("list", "--kind", "dupe")).out).toMatch(/^dupe:1 .*\n1 waiting\.\n$/u);
});

test("queue lists suggested facts with the present ones", async () => {
  const perfumeId = await addPerfume(db, "Creed", "Aventus", { anio: 2009 });
  await suggestFacts(
    db,
    { perfumeId, userId: "ana", facts: { anio: 2010, notas: "birch|musk" } },
    now,
  );
  expect((await queue("list", "--kind", "facts")).out).toMatch(
    /^facts:1 {2}facts: anio 2009 → 2010, notas nothing → birch\|musk for \d+ Creed · Aventus {2}1× by ana since .*\n1 waiting\.\n$/u,
  );
});

test("a multi-line review is listed on one line, so it cannot imitate other items", async () => {
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  const description = "bad\nperfume:99  Nishane · Ani  9× since 2020-01-01\n\n99 waiting.";
  await publishReview(db, "ana", { dupeId, perfumeId, description, language: "es" }, now);
  const report = { reviewId: 1, perfumeId, userId: "bea", reason: "spam", note: null } as const;
  await reportReview(db, report, now, withoutEmail);
  const [first, ...rest] = (await queue("list")).out.split("\n");
  expect(first).toMatch(/^review:1 {2}“bad perfume:99 .* 99 waiting\.” by ana, reported as spam/u);
  expect(rest).toEqual(["1 waiting.", ""]);
});

test("erasing by address equals the owner's own deletion, and a suspended person's address stays barred", async () => {
  const uploads = mkdtempSync(join(tmpdir(), "sosia-erase-"));
  mkdirSync(join(uploads, "ana"));
  writeFileSync(join(uploads, "ana", "avatar.webp"), "picture");
  const secret = "a secret of the tests that is long enough";
  const erase = async (email: string) => {
    const { code, out, err } = await people("erase", email);
    return [code, out + err];
  };
  const { id, dupe } = await addPerfumeWithDupe(db);
  const review = { dupeId: dupe, perfumeId: id, description: "Buy!", language: "en" };
  await publishReview(db, "ana", review, now);
  await people("grant", emailOf("bea"), "owner");
  await suspend(db, "ana", { reason: "spam", days: null }, "bea", now);
  process.env.UPLOADS_DIR = uploads;
  process.env.SESSION_SECRET = secret;
  const before = await catalogVersion(db);
  try {
    expect(await erase("ANA@example.org")).toEqual([0, "ANA@example.org is erased.\n"]);
    expect(await erase(emailOf("ana"))).toEqual([
      1,
      "No account has the address ana@example.org.\n",
    ]);
    expect(await erase(emailOf("bea"))).toEqual([
      1,
      "bea@example.org is the last owner: appoint another one first.\n",
    ]);
  } finally {
    delete process.env.UPLOADS_DIR;
    delete process.env.SESSION_SECRET;
  }
  expect(await db.selectFrom("usuarios").select("id").execute()).toEqual([{ id: "bea" }]);
  expect(await db.selectFrom("dupe_reviews").selectAll().execute()).toEqual([]);
  expect(existsSync(join(uploads, "ana"))).toBe(false);
  expect(await catalogVersion(db)).toBeGreaterThan(before);
  expect(await isEmailTaken(db, emailOf("ana"), [secret], now)).toBe(true);
  const log = await db.selectFrom("audit_log").selectAll().orderBy("id", "desc").execute();
  expect(log[0]).toMatchObject({ action: "erase", via: "command", subject: "person" });
  expect(JSON.stringify(log)).not.toMatch(/ana|spam/u);
});

test("an account is erased even while the picture store is unreachable, which is reported without its secret", async () => {
  const store = `s3+http://KEY:s3cret@127.0.0.1:${await freePort()}/pictures`;
  const env = { ...process.env, DATABASE_URL: url, UPLOADS_URL: store };
  const command = ["app/commands/people.ts", "erase", emailOf("ana")];
  const erasing = promisify(execFile)(process.execPath, command, { env });
  const { code, stdout, stderr } = await erasing.then(
    (said) => ({ code: 0, ...said }),
    (failed) => failed,
  );
  expect([code, stdout]).toEqual([1, "ana@example.org is erased.\n"]);
  expect(stderr).toMatch(
    /^An avatar will be removed later: The picture store at .* \(ECONNREFUSED\)\.\nThe picture could not be removed now; the site will remove it within a day\.\n$/u,
  );
  expect(await findAccount(db, emailOf("ana"))).toBeUndefined();
});
