import { exec, execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { findAccount } from "#app/domain/desk/operators.ts";
import { addAccount, emailOf, withoutEmail } from "../../tests/support/accounts.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { newDatabaseUrl, runCommand } from "../../tests/support/command.ts";
import { addDupe, addPerfume, addPerfumeWithDupe } from "../../tests/support/database.ts";
import { addPrice } from "../../tests/support/prices.ts";
import { isEmailTaken } from "#app/domain/accounts/registration.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { suggestFacts } from "#app/domain/suggestions/fact-suggestions.ts";
import { suggestDupe, suggestPerfume } from "../../tests/support/suggestions.ts";

const now = new Date();
let url: string;
let db: Db;

beforeEach(async () => {
  url = newDatabaseUrl();
  db = connect(url);
  await migrate(db);
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
    ["grant", "ana@example.org", "owner", "--why", "x"],
    ["suspend", "ana@example.org"],
    ["suspend", "ana@example.org", "--why", " "],
    ["suspend", "ana@example.org", "--why", "x", "--days", "0"],
    ["suspend", "ana@example.org", "--why", "x", "--days", "3651"],
    ["restore", "ana@example.org", "x"],
    ["restore", "ana@example.org", "--days", "1"],
    ["reset-second-factor"],
    ["erase"],
    ["erase", "ana@example.org", "x"],
    ["erase", "ana@example.org", "--why", "x"],
    ["--unknown"],
  ];
  const usage = { code: 2, out: "", err: expect.stringMatching(/^Usage: npm run people/u) };
  const ran = await Promise.all(lines.map((words) => people(...words)));
  expect(ran.map((one, at) => [lines[at], one])).toEqual(lines.map((line) => [line, usage]));
});

test("people are suspended, restored and stripped of a second factor by address, each with a line of output", async () => {
  await people("grant", emailOf("bea"), "owner");
  const line = async (...words: string[]) => {
    const { code, out, err } = await people(...words);
    return [code, out + err];
  };
  expect(await line("suspend", "ANA@example.org", "--why", "spam", "--days", "3")).toEqual([
    0,
    "ANA@example.org is suspended for 3 days.\n",
  ]);
  const { since, until } = await db.selectFrom("suspensions").selectAll().executeTakeFirstOrThrow();
  expect(Date.parse(until!) - Date.parse(since)).toBe(3 * 24 * 60 * 60 * 1000);
  expect(await line("suspend", emailOf("ana"), "--why", "spam")).toEqual([
    1,
    "ana@example.org is already suspended.\n",
  ]);
  expect(await line("restore", emailOf("ana"))).toEqual([
    0,
    "ana@example.org is no longer suspended.\n",
  ]);
  expect(await line("restore", emailOf("ana"))).toEqual([
    1,
    "ana@example.org was not suspended.\n",
  ]);
  expect(await line("suspend", emailOf("ana"), "--why", "spam")).toEqual([
    0,
    "ana@example.org is suspended for good.\n",
  ]);
  expect(await line("suspend", emailOf("bea"), "--why", "x")).toEqual([
    1,
    "bea@example.org is the last owner: appoint another one first.\n",
  ]);
  const factor = { user_id: "bea", secret: "x", since: now.toISOString(), confirmed_at: "x" };
  await db.insertInto("second_factors").values(factor).execute();
  expect(await line("reset-second-factor", emailOf("bea"))).toEqual([
    0,
    "bea@example.org no longer needs a code.\n",
  ]);
  expect(await line("reset-second-factor", emailOf("bea"))).toEqual([
    1,
    "bea@example.org has no second factor.\n",
  ]);
  expect(await line("suspend", "nobody@example.org", "--why", "x")).toEqual([
    1,
    "No account has the address nobody@example.org.\n",
  ]);
  const log = await db.selectFrom("audit_log").select(["action", "via"]).orderBy("id").execute();
  expect(log.map(({ action, via }) => `${via} ${action}`)).toEqual(
    ["grant", "suspend", "restore", "suspend", "second-factor-off"].map((one) => `command ${one}`),
  );
});

test("queue prints its usage", async () => {
  const lines = [
    [],
    ["list", "x"],
    ["list", "--kind", "message"],
    ["list", "--page", "0"],
    ["list", "--why", "x"],
    ["accept"],
    ["accept", "perfume"],
    ["accept", "perfume:0"],
    ["accept", "perfume:1", "--why", "x"],
    ["accept", "perfume:1", "--fuente", "https://a.example/"],
    ["accept", "price:1", "--nombre", "Ani"],
    ["accept", "perfume:1", "perfume:2"],
    ["refuse", "perfume:1"],
    ["refuse", "perfume:1", "--why", " "],
    ["same", "perfume:1"],
    ["same", "perfume:1", "x"],
    ["accept", "--unknown"],
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

test("queue lists suggested facts with the present ones, and accepts them", async () => {
  const perfumeId = await addPerfume(db, "Creed", "Aventus", { anio: 2009 });
  await suggestFacts(
    db,
    { perfumeId, userId: "ana", facts: { anio: 2010, notas: "birch|musk" } },
    now,
  );
  expect((await queue("list", "--kind", "facts")).out).toMatch(
    /^facts:1 {2}facts: anio 2009 → 2010, notas nothing → birch\|musk for \d+ Creed · Aventus {2}1× by ana since .*\n1 waiting\.\n$/u,
  );
  expect((await queue("accept", "facts:1")).out).toBe("facts:1: accepted\n");
});

test("queue corrects facts while accepting them, and refuses a value that is none", async () => {
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  await suggestFacts(db, { perfumeId, userId: "ana", facts: { anio: 2001 } }, now);
  expect(await queue("accept", "facts:1", "--anio", "soon")).toEqual({
    code: 2,
    out: "",
    err: "anio: is no year from 1700 to next year\n",
  });
  expect((await queue("accept", "facts:1", "--anio", "2010", "--notas", "birch|musk")).out).toBe(
    "facts:1: accepted\n",
  );
  const known = await db.selectFrom("perfumes").select(["anio", "notas"]).executeTakeFirst();
  expect(known).toEqual({ anio: 2010, notas: "birch|musk" });
});

test("queue replaces or drops the page that supports a dupe while accepting it", async () => {
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const language = "es";
  for (const nombre of ["Club de Nuit", "Hunter"])
    await suggestDupe(
      db,
      { perfumeId, marca: "Armaf", nombre, language, userId: null, fuente: "https://a.example/" },
      now,
    );
  await queue("accept", "dupe:1", "--fuente", "https://b.example/list");
  await queue("accept", "dupe:2", "--fuente", "");
  const urls = await db.selectFrom("dupe_sources").select("url").execute();
  expect(urls).toEqual([{ url: "https://b.example/list" }]);
  expect((await queue("accept", "dupe:1", "--fuente", "nowhere")).code).toBe(2);
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

test("items are accepted, corrected, refused or matched to an existing bottle, and pages are notified", async () => {
  const version = await catalogVersion(db);
  for (const name of ["Ani", "hacivat", "Nanshe", "Anni"]) await suggest(name);
  expect(await queue("accept", "perfume:1")).toEqual({
    code: 0,
    out: "perfume:1: accepted as 1, bottle made\n",
    err: "",
  });
  await queue("accept", "perfume:2", "--nombre", "Hacivat");
  expect(await catalogVersion(db)).toBe(version + 2);
  expect((await queue("refuse", "perfume:3", "--why", "no such perfume")).out).toBe(
    "perfume:3: refused\n",
  );
  expect((await queue("same", "perfume:4", "1")).out).toBe("perfume:4: same as 1\n");
  expect(
    await db.selectFrom("perfumes").select(["marca", "nombre"]).orderBy("id").execute(),
  ).toEqual([
    { marca: "Nishane", nombre: "Ani" },
    { marca: "Nishane", nombre: "Hacivat" },
  ]);
  expect((await queue("list")).out).toBe("0 waiting.\n");
  const log = await db.selectFrom("audit_log").selectAll().orderBy("id").execute();
  expect(log.map(({ via, action, reason }) => [via, action, reason])).toEqual([
    ["command", "accept", null],
    ["command", "accept", null],
    ["command", "refuse", "no such perfume"],
    ["command", "same", null],
  ]);
});

test("an impossible decision prints one line, exits with 1 and changes nothing", async () => {
  const original = await addPerfume(db, "Nishane", "Ani");
  const own = { perfumeId: original, marca: "Nishane", nombre: "Anni" };
  await suggestDupe(db, { ...own, userId: null, language: "es" }, now);
  await suggest("Hacivat");
  await queue("refuse", "perfume:1", "--why", "no");
  const one = (err: RegExp) => ({ code: 1, out: "", err: expect.stringMatching(err) });
  expect(await queue("accept", "perfume:1")).toEqual(
    one(/^perfume:1 is no longer waiting: refuse by a command at .* \(no\)\.\n$/u),
  );
  expect(await queue("accept", "perfume:9")).toEqual(one(/^No such item: perfume:9\.\n$/u));
  expect(await queue("accept", "review:9")).toEqual(one(/^No such item: review:9\.\n$/u));
  expect(await queue("accept", "dupe:1", "--nombre", "Ani")).toEqual(
    one(/^dupe:1: the bottle would be its own dupe\.\n$/u),
  );
  expect(await queue("same", "dupe:1", "99")).toEqual(one(/^dupe:1: no such bottle\.\n$/u));
  expect(await queue("accept", "dupe:1", "--nombre", "a\u200bb")).toEqual({
    code: 2,
    out: "",
    err: "nombre: has an invisible character\n",
  });
  expect(await db.selectFrom("audit_log").selectAll().execute()).toHaveLength(1);
});

test("a missing database is not created", async () => {
  const missing = newDatabaseUrl();
  for (const name of ["people", "queue"])
    expect(await runCommand(`${name}`, missing, ["list"])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^There is no database .*\n$/u),
    });
});

test("closing the output early ends the list without an error", async () => {
  for (let n = 1; n <= 25; n++) await suggest(`Perfume ${n} ${"x".repeat(80)}`);
  const { stderr } = await promisify(exec)(
    `${process.execPath} app/commands/queue.ts list | true`,
    {
      env: { ...process.env, DATABASE_URL: url },
    },
  );
  expect(stderr).toBe("");
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
  await people("suspend", emailOf("ana"), "--why", "spam");
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

test("catalogue corrections by command are logged and can be undone at the desk", async () => {
  const [aventus, one, two] = [
    await addPerfume(db, "Creed", "Aventus"),
    await addPerfume(db, "Armaf", "Club de Nuit"),
    await addPerfume(db, "Armaf", "Nuit de Club"),
  ];
  const catalog = async (...words: unknown[]) =>
    expect(await runCommand("catalog", url, words.map(String))).toMatchObject({ code: 0 });
  await catalog("merge", two, one);
  await catalog("rename", one, "--nombre", "Intense");
  await catalog("rename", one, "--nombre", "Intense");
  await catalog("remove", aventus);
  const log = await db.selectFrom("audit_log").selectAll().orderBy("id").execute();
  const named = (nombre: string) => JSON.stringify({ marca: "Armaf", nombre });
  expect(log).toMatchObject([
    { action: "merge", subject: `perfume:${two}`, before: named("Nuit de Club"), perfume_id: one },
    { action: "edit", before: named("Club de Nuit"), after: named("Intense"), perfume_id: one },
    { action: "remove", subject: `perfume:${aventus}`, after: null, perfume_id: aventus },
  ]);
  for (const { via, actor_id } of log) expect([via, actor_id]).toEqual(["command", null]);

  for (const { id } of log.toReversed())
    expect(await undo(db, id, null, now)).toMatchObject({ outcome: "undone" });
  expect(await db.selectFrom("perfumes").select(["id", "nombre"]).orderBy("id").execute()).toEqual([
    { id: aventus, nombre: "Aventus" },
    { id: one, nombre: "Club de Nuit" },
    { id: two, nombre: "Nuit de Club" },
  ]);
});
