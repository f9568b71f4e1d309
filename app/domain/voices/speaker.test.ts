import { beforeEach, expect, test } from "vitest";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import {
  areDistinct,
  hasDistinct,
  isOwn,
  ownRow,
  speakerOf,
  visitor,
  type Voice,
} from "./speaker.ts";

const secrets = ["secret", "an older one"];
const confirmed = { secrets, emailsAreConfirmed: true };
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

const marks = ["user_id", "mailbox", "mail_domain", "network"] as const;
const unknown: Voice = { user_id: null, mailbox: null, mail_domain: null, network: null };
const voice = (name: string): Voice => ({
  user_id: name,
  mailbox: `mailbox of ${name}`,
  mail_domain: `domain of ${name}`,
  network: `network of ${name}`,
});
const [ana, bea, eva, leo] = ["ana", "bea", "eva", "leo"].map(voice) as [
  Voice,
  Voice,
  Voice,
  Voice,
];

test.each(marks)("two voices with the same %s are one (RULES.md 5.8)", (mark) => {
  expect(areDistinct(ana, bea)).toBe(true);
  expect(areDistinct(ana, { ...bea, [mark]: ana[mark] })).toBe(false);
});

test.each(marks)("where the %s of two voices is unknown, the other marks decide", (mark) => {
  expect(areDistinct({ ...ana, [mark]: null }, { ...bea, [mark]: null })).toBe(true);
  for (const other of marks.filter((one) => one !== mark)) {
    const like = { ...bea, [mark]: null, [other]: ana[other] };
    expect(areDistinct({ ...ana, [mark]: null }, like)).toBe(false);
  }
  expect(areDistinct(unknown, unknown)).toBe(true);
});

test("three voices are three when each differs from each other, whichever of them were first", () => {
  const [beaAgain, evaAgain] = [
    { ...eva, network: bea.network },
    { ...leo, mailbox: bea.mailbox },
  ];
  expect(hasDistinct([bea, beaAgain, evaAgain], 2)).toBe(true);
  expect(hasDistinct([ana, bea, beaAgain, { ...bea, user_id: "zoe" }], 3)).toBe(false);
  // The first is like two of the others.
  const between = { ...ana, network: bea.network, mail_domain: eva.mail_domain };
  expect(hasDistinct([between, bea, eva], 3)).toBe(false);
  expect(hasDistinct([between, bea, eva, leo], 3)).toBe(true);
});

test("a person speaks with mailbox, network and own mail domain; a large provider's says nothing", async () => {
  await addAccount(db, "ana", { email: "ana+1@mail.example.net" });
  await addAccount(db, "bea", { email: "bea@gmail.com" });
  const own = await speakerOf(db, "ana", "office", confirmed);
  expect(own).toMatchObject({ userId: "ana", network: "office", isTrusted: false });
  expect(own.mailboxes).toEqual(mailboxHashes(secrets, "ana@mail.example.net"));
  await addAccount(db, "eva", { email: "eva@www.example.net" });
  const neighbour = await speakerOf(db, "eva", null, confirmed);
  expect(neighbour.mailDomain).toBe(own.mailDomain);
  expect(JSON.stringify(own)).not.toMatch(/example/u);
  expect((await speakerOf(db, "bea", "office", confirmed)).mailDomain).toBeNull();
});

test("where addresses are not confirmed, their domains say nothing, and everybody counts at once", async () => {
  await addAccount(db, "ana", { email: "ana@example.net" });
  const unproven = await speakerOf(db, "ana", null, { secrets, emailsAreConfirmed: false });
  expect(unproven).toMatchObject({ mailDomain: null, isTrusted: true });
  const trusting = await speakerOf(db, "ana", null, { ...confirmed, trustsNewAccounts: true });
  expect(trusting).toMatchObject({ mailDomain: expect.any(String), isTrusted: true });
});

test("a row is a person's own by its person, or by any hash of the mailbox, in SQL as in code", async () => {
  await addAccount(db, "ana", { email: "a.na@gmail.com" });
  const by = await speakerOf(db, "ana", null, confirmed);
  const dupe_id = await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Armaf", "Club");
  const older = mailboxHashes([secrets[1]!], "ana+again@gmail.com")[0];
  const stranger = mailboxHashes(secrets, "bea@gmail.com")[0];
  for (const [user_id, mailbox, own] of [
    ["ana", null, true],
    // As another provider's rules, or an older secret, had it.
    ["ana", stranger, true],
    [null, older, true],
    [null, stranger, false],
    [null, null, false],
  ] as const) {
    expect(isOwn({ user_id, mailbox }, by)).toBe(own);
    const row = { dupe_id, user_id, mailbox, voto: 1, created_at: "2026" } as const;
    await db.insertInto("user_votes").values(row).execute();
    const found = db.selectFrom("user_votes").select("id").where(ownRow(by));
    expect(await found.execute()).toHaveLength(own ? 1 : 0);
    await db.deleteFrom("user_votes").execute();
  }
  expect(isOwn({ user_id: null, mailbox: null }, visitor("office"))).toBe(false);
});

test("who speaks under a new secret is no second voice of a domain that spoke under an older one", async () => {
  const marked = async (name: string, of: string[]) => {
    await addAccount(db, name, { email: `${name}@mallory.example` });
    const by = await speakerOf(db, name, null, { ...confirmed, secrets: of });
    const [mailbox = null] = by.mailboxes;
    return { user_id: name, mailbox, mail_domain: by.mailDomain, network: null };
  };
  const before = await marked("one", ["an older one"]);
  expect(areDistinct(before, await marked("two", secrets))).toBe(false);
});
