import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { noteLanguage, setRole } from "./operators.ts";
import { addAccount, emailOf } from "../../../tests/support/accounts.ts";
import { freshDatabase, freshFile } from "../../../tests/support/database.ts";
import { translationsOf } from "../../../tests/support/translations.ts";
import { beginFactor, confirmFactor, tellOfWrongCodes } from "./operator-factor.ts";
import { resetSecondFactor, takeFactorOff } from "./remove-factor.ts";
import { recoveryCodesLeft } from "#app/domain/accounts/recovery-codes.ts";
import { hasSecondFactor, useCode } from "#app/domain/accounts/second-factor-codes.ts";
import {
  beginSecondStep,
  deleteOldSecondSteps,
  findSecondStep,
  makeSecondStep,
} from "#app/domain/accounts/second-step.ts";
import { endSessionsOf, findCurrentUser, startSession } from "#app/domain/accounts/sessions.ts";

const secrets = ["a secret of the tests that is long enough"];
// In the middle of a time step.
const now = new Date("2026-12-03T10:00:15.000Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const here = { secrets, session: null, origin: "https://sosia.example", language: "es" };
const named = { issuer: "Sosia", label: "eve@example.org", secrets };
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "eve"]) await addAccount(db, name);
  await setRole(db, "eve", "owner", now);
});

const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: at.getTime(),
  });

/** Sets the factor up one minute earlier. */
async function setUp(of: Db = db) {
  const { secret } = (await beginFactor(of, "eve", named, now))!;
  const codes = await confirmFactor(of, "eve", codeAt(secret, after(-90)), here, after(-90));
  return { secret, codes: codes! };
}

test("only operators get the key, which is stored encrypted", async () => {
  expect(await beginFactor(db, "ana", named, now)).toBeNull();
  const first = (await beginFactor(db, "eve", named, now))!;
  expect(first.uri).toMatch(/^otpauth:\/\/totp\/Sosia:eve%40example\.org\?issuer=Sosia&secret=/u);
  const { secret } = await db
    .selectFrom("second_factors")
    .select("secret")
    .executeTakeFirstOrThrow();
  expect(secret).not.toContain(first.secret.replaceAll(" ", ""));
  expect(await hasSecondFactor(db, "eve")).toBe(false);
  expect(await confirmFactor(db, "eve", "000000", here, now)).toBeNull();
  const codes = await confirmFactor(db, "eve", codeAt(first.secret, now), here, now);
  expect(new Set(codes).size).toBe(10);
  expect(await hasSecondFactor(db, "eve")).toBe(true);
  expect(await beginFactor(db, "eve", named, now)).toBeNull();
});

test("a set-up that is begun again has another key, unknown to whoever saw the first one in another session (RULES.md 10.19)", async () => {
  const seen = (await beginFactor(db, "eve", named, now))!;
  const own = (await beginFactor(db, "eve", named, after(60)))!;
  expect(own.secret).not.toBe(seen.secret);
  const at = after(90);
  expect(await confirmFactor(db, "eve", codeAt(seen.secret, at), here, at)).toBeNull();
  expect(await confirmFactor(db, "eve", codeAt(own.secret, at), here, at)).toHaveLength(10);
});

test("a code one time step early or late is accepted, two steps is not", async () => {
  const { secret } = await setUp();
  for (const [seconds, right] of [
    [-60, false],
    [60, false],
    [-30, true],
    [30, true],
  ] as const) {
    await db.updateTable("second_factors").set({ last_step: null }).execute();
    expect([
      seconds,
      await useCode(db, "eve", codeAt(secret, after(seconds)), secrets, now),
    ]).toEqual([seconds, right]);
  }
});

test("a code is accepted once, and no code of an earlier step afterwards", async () => {
  const { secret } = await setUp();
  const code = codeAt(secret, now);
  expect(await useCode(db, "eve", ` ${code.slice(0, 3)} ${code.slice(3)} `, secrets, now)).toBe(
    true,
  );
  expect(await useCode(db, "eve", code, secrets, now)).toBe(false);
  expect(await useCode(db, "eve", code, secrets, after(20))).toBe(false);
  expect(await useCode(db, "eve", codeAt(secret, after(-30)), secrets, now)).toBe(false);
  expect(await useCode(db, "eve", codeAt(secret, after(30)), secrets, now)).toBe(true);
});

test("when many send the same code at once, in two processes, one gets in", async () => {
  await db.destroy();
  const file = await freshFile();
  db = file.db;
  await addAccount(db, "eve");
  await setRole(db, "eve", "owner", now);
  const { secret } = await setUp();
  const second = connect(file.url);
  const code = codeAt(secret, now);
  const tries = await Promise.all(
    [db, second, db, second, db, second].map((one) => useCode(one, "eve", code, secrets, now)),
  );
  await second.destroy();
  expect(tries.filter(Boolean)).toHaveLength(1);
});

test("a recovery code works once, in any spelling, and is stored as a hash", async () => {
  const { codes } = await setUp();
  const typed = codes[3]!.replaceAll("-", " ").toLowerCase();
  expect(await useCode(db, "eve", typed, secrets, now)).toBe(true);
  expect(await useCode(db, "eve", codes[3]!, secrets, now)).toBe(false);
  expect(await recoveryCodesLeft(db, "eve")).toBe(9);
  const stored = JSON.stringify(await db.selectFrom("recovery_codes").selectAll().execute());
  expect(stored).not.toContain(codes[4]!.replaceAll("-", ""));
});

test.each(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "AAAA-AAAA-AAAA-AAAA"])(
  "%j is not a code",
  async (code) => {
    await setUp();
    expect(await useCode(db, "eve", code, secrets, now)).toBe(false);
  },
);

test("after the site's secret changed, codes fail but recovery codes work, and an older secret may be kept", async () => {
  const { secret, codes } = await setUp();
  const code = codeAt(secret, now);
  expect(await useCode(db, "eve", code, ["another secret"], now)).toBe(false);
  expect(await useCode(db, "eve", codes[0]!, ["another secret"], now)).toBe(true);
  expect(await useCode(db, "eve", code, ["another secret", ...secrets], now)).toBe(true);
});

test("it is turned off with a code or by a command, each with a log entry", async () => {
  const { secret, codes } = await setUp();
  expect(await takeFactorOff(db, "eve", "000000", secrets, now)).toBe(false);
  expect(await hasSecondFactor(db, "eve")).toBe(true);
  expect(await takeFactorOff(db, "eve", codeAt(secret, now), secrets, now)).toBe(true);
  expect(await useCode(db, "eve", codes[0]!, secrets, now)).toBe(false);
  await setUp();
  expect(await resetSecondFactor(db, "eve", now)).toBe(true);
  expect(await resetSecondFactor(db, "eve", now)).toBe(false);
  expect(await recoveryCodesLeft(db, "eve")).toBe(0);
  expect(
    await db.selectFrom("audit_log").select(["action", "via"]).orderBy("id").execute(),
  ).toEqual([
    { action: "second-factor-on", via: "desk" },
    { action: "second-factor-off", via: "desk" },
    { action: "second-factor-on", via: "desk" },
    { action: "second-factor-off", via: "command" },
  ]);
});

test("the second step is valid once, for ten minutes, in its browser, and ends with the sessions", async () => {
  const { codes } = await setUp();
  const step = { userId: "eve", path: "/es/desk", stays: false };
  const token = await beginSecondStep(db, step, "phone", now);
  const make = (code: string, device = "phone", at = now, of = token) =>
    makeSecondStep(db, { token: of, device, code }, secrets, at);
  expect(await make(codes[0]!, "laptop")).toBeNull();
  expect(await make("000000")).toBeNull();
  expect(await make(codes[0]!, "phone", after(10 * 60))).toBeNull();
  expect(await make(codes[0]!)).toEqual(step);
  expect(await make(codes[1]!)).toBeNull();
  expect(await recoveryCodesLeft(db, "eve")).toBe(9);
  const other = await beginSecondStep(db, step, "phone", now);
  await endSessionsOf(db, "eve");
  expect(await findSecondStep(db, other, "phone", now)).toBeNull();
});

test("an unconfirmed set-up is deleted after a day; a confirmed one stays", async () => {
  const begun = async () =>
    (await db.selectFrom("second_factors").select("user_id").execute()).length;
  await beginFactor(db, "eve", named, now);
  await deleteOldSecondSteps(db, after(23 * 3600));
  expect(await begun()).toBe(1);
  await deleteOldSecondSteps(db, after(25 * 3600));
  expect(await begun()).toBe(0);
  await setUp();
  await deleteOldSecondSteps(db, after(400 * 24 * 3600));
  expect([await hasSecondFactor(db, "eve"), await recoveryCodesLeft(db, "eve")]).toEqual([
    true,
    10,
  ]);
});

test("switching it on ends every session but the present one, and tells the owner (RULES.md 10.19)", async () => {
  const [present, other] = [
    await startSession(db, "eve", "home", now),
    await startSession(db, "eve", "elsewhere", now),
  ];
  const stranger = await startSession(db, "ana", "home", now);
  await beginSecondStep(db, { userId: "eve", path: "/", stays: false }, "device", now);
  const { secret } = (await beginFactor(db, "eve", named, now))!;
  const at = { ...here, session: present };
  expect(await confirmFactor(db, "eve", "000000", at, now)).toBeNull();
  expect(await findCurrentUser(db, other, now)).not.toBeNull();

  await confirmFactor(db, "eve", codeAt(secret, now), at, now);
  expect(await findCurrentUser(db, present, now)).not.toBeNull();
  expect(await findCurrentUser(db, stranger, now)).not.toBeNull();
  expect(await findCurrentUser(db, other, now)).toBeNull();
  expect(await db.selectFrom("second_steps").selectAll().execute()).toEqual([]);
  const sent = await db.selectFrom("outbox").select(["recipient", "subject"]).execute();
  const { subject } = translationsOf("es").emails.secondFactorOn;
  expect(sent).toEqual([{ recipient: emailOf("eve"), subject }]);
});

test("notices of the second factor are in the language of the operator's last visit to the desk", async () => {
  await noteLanguage(db, "eve", "fr");
  const { secret } = (await beginFactor(db, "eve", named, now))!;
  await confirmFactor(db, "eve", codeAt(secret, now), here, now);
  await tellOfWrongCodes(db, "eve", here, now);
  const sent = await db.selectFrom("outbox").select("subject").orderBy("id").execute();
  const { secondFactorOn, wrongCodes } = translationsOf("fr").emails;
  expect(sent.map(({ subject }) => subject)).toEqual([secondFactorOn.subject, wrongCodes.subject]);
});
