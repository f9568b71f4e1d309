// The desk while nothing can be written, because of a lock or a full disk (RULES.md 10.4, 12.7).
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { suggestDupe, suggestPerfume } from "../support/suggestions.ts";
import { receiveMessage } from "#app/domain/messages/contact-messages.ts";
import { receiveNotice } from "#app/domain/messages/notices.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { addAlias } from "#app/domain/desk/catalog/edit-perfume.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { migrate } from "#db/migrate.ts";
import { addAccount, password, withoutEmail } from "../support/accounts.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { deskAddresses } from "../support/desk-forms.ts";
import { noise } from "../support/pictures.ts";
import { startServer } from "../support/server-process.ts";
import { sessionCookie } from "../support/sign-in.ts";
import { testSecret } from "../support/site.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";
import { translationsOf } from "../support/translations.ts";

/** A valid form, and what is typed in it. */
type Form = [path: string, fields: Record<string, string>, typed?: string[]];

/** A desk with an item for every form, an operator with a recent sign-in, and one without. */
async function deskIn(folder: string) {
  const environment = {
    DATABASE_URL: `file:${join(folder, "perfumes.db")}`,
    UPLOADS_DIR: join(folder, "uploads"),
    MAIL_DIR: join(folder, "outbox"),
    SESSION_SECRET: testSecret,
  };
  const db = connect(environment.DATABASE_URL);
  onTestFinished(() => db.destroy());
  await migrate(db);
  const [recent, old] = [await sessionCookie(db, "mia"), await sessionCookie(db, "ida")];
  await addAccount(db, "max");
  for (const name of ["mia", "ida", "max"]) await setRole(db, name, "owner", new Date());
  await db.updateTable("sessions").set({ proved_at: null }).where("user_id", "=", "ida").execute();
  const forms = await fill(db);
  const { origin, process } = await startServer(environment);
  onTestFinished(() => void process.kill("SIGKILL"));
  const send = (path: string, body: BodyInit, session = recent) =>
    fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: origin, Cookie: session },
      body,
    });
  const read = (path: string) => fetch(`${origin}/es${path}`, { headers: { Cookie: recent } });
  const entries = async () => (await db.selectFrom("audit_log").select("id").execute()).length;
  return { db, forms, old, send, read, entries };
}

async function fill(db: Db): Promise<Form[]> {
  const now = new Date();
  const id = await addPerfume(db, "Creed", "Aventus", { foto: "https://x.example/a.webp" });
  const other = await addPerfume(db, "Dior", "Sauvage");
  const dupe = await addDupe(db, id, "Armaf", "Club de Nuit");
  for (const name of ["sam", "tom"]) await addAccount(db, name);
  const suggested = { marca: "Zara", userId: null, language: "es" } as const;
  await suggestPerfume(db, { ...suggested, nombre: "Red" }, now);
  await suggestDupe(db, { ...suggested, nombre: "Blue", perfumeId: other }, now);
  const team = "a@example.org";
  const from = { name: "N", email: "n@example.org", message: "m", userId: null };
  await receiveMessage(db, from, team, now);
  const emails = { operators: team, withReceipt: false };
  await receiveNotice(db, { ...from, url: "/es", language: "es" }, emails, now);
  // Given up, so that it can be sent again.
  const givenUp = { dead_at: now.toISOString(), next_attempt_at: null };
  await db.updateTable("outbox").set(givenUp).execute();
  await castVote(db, "sam", { dupeId: dupe, perfumeId: id, voto: 1 }, now, withoutEmail);
  const review = {
    dupeId: dupe,
    perfumeId: id,
    description: "Huele igual.",
    language: "es",
  } as const;
  await publishReview(db, "sam", review, now);
  const by = { actor: "mia", now };
  const added = await addAlias(db, other, "Savage", "name", by);
  await suspend(db, "tom", { reason: "spam", days: null }, "mia", now);
  const { revision } = await db
    .selectFrom("perfumes")
    .select("revision")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const bottle = `/es/desk/perfumes/${id}`;
  const item = { item: "perfume:1", version: "1" };
  const [brand, name, why] = ["Typed brand", "Typed name", "Typed reason"];
  const [estimacion, enlace] = ["71", "https://shop.example/typed"];
  const ofDupe = { dupe_id: String(dupe), estimacion, enlace, reason: why };
  const confirmed = "yes";
  return [
    ["/es/desk/queue", { intent: "accept", ...item, marca: brand, nombre: name }, [brand, name]],
    ["/es/desk/queue", { intent: "refuse", ...item, reason: why }, [why]],
    ["/es/desk/queue", { intent: "same", ...item, perfume_id: String(id) }],
    ["/es/desk/queue", { intent: "accept-all", item: "perfume:1:1" }],
    ["/es/desk/queue", { intent: "refuse-all", item: "perfume:1:1", reason: why }, [why]],
    ["/es/desk/messages", { intent: "answered", id: "1", version: "0" }],
    [
      "/es/desk/messages",
      { intent: "answered", id: "2", version: "0", decision: "kept", reason: why },
      [why],
    ],
    ["/es/desk/emails", { intent: "retry" }],
    ["/es/desk/log", { intent: "undo", entry: String((added as { entry: number }).entry) }],
    ["/es/desk/people/sam", { intent: "suspend", reason: why, days: "77", confirmed }, [why, "77"]],
    ["/es/desk/people/tom", { intent: "restore" }],
    ["/es/desk/people/sam", { intent: "remove-reviews", confirmed }],
    ["/es/desk/people/sam", { intent: "remove-votes", confirmed }],
    ["/es/desk/people/sam", { intent: "grant", role: "moderator" }],
    ["/es/desk/people/max", { intent: "revoke" }],
    ["/es/profile/second-factor", { intent: "begin" }],
    [
      bottle,
      {
        intent: "save",
        marca: brand,
        nombre: name,
        popularidad: "7",
        version: String(revision),
        reason: why,
      },
      [brand, name, why],
    ],
    [bottle, { intent: "photo-remove", reason: why }, [why]],
    [bottle, { intent: "alias-add", alias: name, kind: "name" }, [name]],
    [
      bottle,
      { intent: "dupe-add", marca: brand, nombre: name, estimacion, enlace },
      [brand, name, estimacion, enlace],
    ],
    [bottle, { intent: "dupe-save", ...ofDupe }, [estimacion, enlace, why]],
    [bottle, { intent: "dupe-remove", ...ofDupe, confirmed }, [why]],
    [bottle, { intent: "merge", into: String(other), reason: why, confirmed }, [why]],
    [bottle, { intent: "remove", reason: why, confirmed }, [why]],
  ];
}

/** The response to the form, and what was typed but is missing from it. */
async function answerTo(answer: Response, typed: string[] = []) {
  const page = await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get("Retry-After"),
    said: (["busy", "cannotSave"] as const).filter((key) => page.includes(form[key])),
    lost: typed.filter((text) => !page.includes(text)),
  };
}

const { form } = translationsOf("es").messages;
const explained = { status: 503, retryAfter: "5", lost: [] };

async function photoForm() {
  const sent = new FormData();
  const picture = await noise(300, 400).png().toBuffer();
  sent.set("photo", new File([Uint8Array.from(picture)], "a.png", { type: "image/png" }));
  return sent;
}

/** Sends every form and opens every page. @returns all failures */
async function wrongAt(
  { forms, old, send, read }: Awaited<ReturnType<typeof deskIn>>,
  why: keyof typeof form,
) {
  const answers = forms.map(async ([path, fields, typed]) => ({
    what: `${fields.intent} ${path}`,
    ...(await answerTo(await send(path, new URLSearchParams(fields)), typed)),
  }));
  const proof = { again_password: password };
  const proven = forms
    .filter(([, { intent = "" }]) => ["suspend", "begin", "merge"].includes(intent))
    .map(async ([path, fields, typed]) => ({
      what: `${fields.intent} ${path}, signed in for long`,
      ...(await answerTo(
        await send(path, new URLSearchParams({ ...fields, ...proof }), old),
        typed,
      )),
    }));
  const photo = photoForm()
    .then((sent) => send("/es/desk/perfumes/1?intent=photo", sent))
    .then(async (answer) => ({ what: "photo", ...(await answerTo(answer)) }));
  const pages = deskAddresses
    .filter((path) => !path.endsWith("/people/mia"))
    .map(async (path) => ({ what: path, status: (await read(path)).status }));
  return {
    forms: (await Promise.all([...answers, ...proven, photo])).filter(
      (answer) => !isDeepStrictEqual(answer, { what: answer.what, ...explained, said: [why] }),
    ),
    pages: (await Promise.all(pages)).filter(({ status }) => status !== 200),
  };
}

const nothing = { forms: [], pages: [] };

test("while another process holds the lock, every desk form is an explained 503 with what was typed, and pages work", async () => {
  const desk = await deskIn(mkdtempSync(join(tmpdir(), "sosia-desk-")));
  const before = await desk.entries();
  const lock = await desk.db.startTransaction().execute();
  try {
    expect(await wrongAt(desk, "busy")).toEqual(nothing);
  } finally {
    await lock.rollback().execute();
  }
  expect(await desk.entries()).toBe(before);
  const [path, fields] = desk.forms[0]!;
  expect((await desk.send(path, new URLSearchParams(fields))).status).toBe(303);
  expect(await desk.entries()).toBe(before + 1);
});

test("on a full disk every desk form is an explained 503 with what was typed, nothing is decided or logged, and pages work", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "sosia-desk-"));
  mountSmallDisk(folder, "16m", context);
  const desk = await deskIn(folder);
  const before = await desk.entries();
  fillDisk(folder);
  // So that the first form already finds no space.
  await desk.send(
    "/es/desk/perfumes/1",
    new URLSearchParams({ intent: "alias-add", alias: "x".repeat(190) }),
  );
  expect(await wrongAt(desk, "cannotSave")).toEqual(nothing);
  for (const name of readdirSync(folder)) if (name.startsWith("filler")) rmSync(join(folder, name));
  expect(await desk.entries()).toBe(before);
  const [path, fields] = desk.forms[0]!;
  const send = async () => (await desk.send(path, new URLSearchParams(fields))).status;
  await expect.poll(send, { timeout: 10_000 }).toBe(303);
});
