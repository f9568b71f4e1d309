import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createTrigger, dropTrigger } from "#db/triggers.ts";
import { breakWrites, type RefusedEvent } from "../support/broken-writes.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { registration } from "../support/accounts.ts";
import { openSite, type Page } from "../support/site.ts";
import { type Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { messagesIn } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import { type TextKey, translate } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
/** the page's address without a language */
let path: string;
let bottle: string;
let people = 0;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  ({ dupe, path } = await addPerfumeWithDupe(site.db));
  bottle = path.split("-").at(-1)!;
});

const somebody = () => signedIn(site, `person_${++people}`);
const inDialog = (code: Language) => `/${code}${path}?reviews=${dupe}`;

/** Runs an action while a change to the database makes it fail. */
async function whileChanged<T>(change: string, undo: string, action: () => Promise<T>): Promise<T> {
  await execute(change);
  try {
    return await action();
  } finally {
    await execute(undo);
  }
}

const execute = (text: string) => sql.raw(text).execute(site.db);

/** @param event the statement to refuse, e.g. "insert on shelf" */
async function refusing<T>(event: `${RefusedEvent} on ${string}`, action: () => Promise<T>) {
  const [what, table] = event.split(" on ") as [RefusedEvent, string];
  const mend = await breakWrites(site.db, table, what);
  return action().finally(mend);
}

/** Runs an action while a person is deleted just before a row of the table is written. */
async function leaving<T>(
  id: string,
  event: "insert" | "update",
  table: string,
  action: () => Promise<T>,
) {
  const leave = `begin delete from usuarios where id = '${id}'; end`;
  await createTrigger(site.db, `leaves after ${event} on ${table} ${leave}`);
  return action().finally(() => dropTrigger(site.db, "leaves", table));
}

const without = <T>(table: string, action: () => Promise<T>) =>
  whileChanged(
    `alter table ${table} rename to gone`,
    `alter table gone rename to ${table}`,
    action,
  );

const withoutColumn = <T>(table: string, column: string, action: () => Promise<T>) =>
  whileChanged(
    `alter table ${table} rename column ${column} to gone`,
    `alter table ${table} rename column gone to ${column}`,
    action,
  );

const vote = (who: TestBrowser, code: Language) =>
  who.post(`/${code}${path}`, { intent: "vote", dupe_id: String(dupe), voto: "1" });
const review = (who: TestBrowser, code: Language) =>
  who.post(inDialog(code), {
    intent: "publish-review",
    dupe_id: String(dupe),
    description: "Alike.",
  });
async function deleteReview(who: TestBrowser, code: Language) {
  await review(who, code);
  const { id } = await reviewOf();
  return () => who.post(inDialog(code), { intent: "delete-review", review_id: String(id) });
}
async function reportReview(who: TestBrowser, code: Language) {
  await review(await somebody(), code);
  const { id } = await reviewOf();
  const report = { intent: "report-review", review_id: String(id), reason: "spam" };
  return () => who.post(`/${code}${path}`, report);
}
const reviewOf = () =>
  site.db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("dupe_id", "=", dupe)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
const suggestDupe = (code: Language) =>
  site.newBrowser().post(`/${code}${path}`, {
    intent: "suggest-dupe",
    nombre_dupe: "Name",
    marca_dupe: "Brand",
  });
const suggestPerfume = (code: Language) =>
  site.newBrowser().post(`/${code}`, {
    intent: "suggest-perfume",
    nombre_perfume: "Name",
    marca_perfume: "Brand",
  });
const signUp = (code: Language) =>
  site.newBrowser().post(`/${code}/auth?mode=signup`, registration(`somebody_${++people}`));

const tellPrice = async (code: Language) =>
  (await somebody()).post(`/${code}${path}`, {
    intent: "add-price",
    perfume_id: bottle,
    amount: "24,90",
    currency: "EUR",
    size_ml: "100",
    shop: "Pepa",
  });
const keep = async (code: Language, fields: Record<string, string>) =>
  (await somebody()).post(`/${code}/shelf`, { perfume_id: bottle, list: "want", ...fields });

/** Somebody who signed in with Google and has no username yet. */
const nameless = () => signedIn(site, `nameless_${++people}`, { username: null });
const setUsername = (who: TestBrowser, code: Language) =>
  who.post(`/${code}/set-username`, { nombre_usuario: `named_${++people}` });
async function upload(who: TestBrowser, code: Language) {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const photo = new Uint8Array(await sharp({ create }).png().toBuffer());
  return who.upload(`/${code}/profile`, "avatar", new File([photo], "a.png"));
}

/** The fixed texts, each in the language in which it is fixed. */
const fixed: [language: Language, key: TextKey, text: string][] = [
  ["en", "messages:auth.failed", "Error processing request"],
  ["en", "messages:auth.signInAgain", "Authentication error. Please log in again"],
  ["en", "messages:auth.fillIn", "Please fill in all fields"],
  ["es", "messages:username.errorStatus", "Error al verificar el estado del usuario"],
  ["es", "messages:auth.usernameTaken", "Este nombre de usuario ya está en uso"],
  ["es", "messages:username.failed", "Error al configurar el nombre de usuario"],
  ["es", "messages:username.tooShort", "El nombre de usuario debe tener al menos 3 caracteres"],
  ["es", "messages:username.tooLong", "El nombre de usuario no puede tener más de 30 caracteres"],
  ["es", "messages:username.characters", "Solo se permiten letras, números y guiones bajos"],
  ["es", "messages:username.saved", "¡Nombre de usuario configurado correctamente!"],
  ["en", "messages:home.errorLoading", "Error loading perfumes"],
  ["en", "messages:perfume.errorVoteInvalid", "Invalid vote value"],
  ["en", "messages:perfume.errorMustLogin", "You must log in to vote"],
  ["en", "messages:perfume.errorVote", "Could not register your vote"],
  ["en", "messages:perfume.errorPerfumeId", "Perfume not identified"],
  ["es", "messages:contact.name", "El nombre no puede estar vacío"],
  ["es", "messages:contact.email", "Email inválido"],
  ["es", "messages:contact.message", "El mensaje no puede estar vacío"],
  ["es", "messages:contact.privacy", "Debes aceptar la política de privacidad"],
  ["en", "messages:contact.errorMessage", "Error sending message. Please try again."],
];

const asSentence = (text: string) => `${text.replace(/\.$/u, "")}. `;

test.each(fixed)("in %s %s begins with its fixed text (RULES.md 11.14)", (code, key, text) => {
  expect(asSentence(translate(code, key)).startsWith(asSentence(text))).toBe(true);
});

/** Failures that no other page test provokes: the status of the page that shows the message, and what provokes it. */
const failures: [key: TextKey, status: number, provoke: (code: Language) => Promise<Page>][] = [
  ["messages:auth.failed", 500, (code) => refusing("insert on usuarios", () => signUp(code))],
  [
    "messages:username.errorStatus",
    401,
    async (code) => {
      const person = await nameless();
      const seen_at = new Date(Date.now() - 7.2e6).toISOString();
      await site.db.updateTable("sessions").set({ seen_at }).execute();
      // Deleted between two queries.
      return leaving(person.id, "update", "sessions", () => setUsername(person, code));
    },
  ],
  [
    "messages:username.failed",
    500,
    async (code) => {
      const person = await nameless();
      return refusing("update on usuarios", () => setUsername(person, code));
    },
  ],
  ["messages:prices.errorSave", 500, (code) => refusing("insert on prices", () => tellPrice(code))],
  [
    "messages:shelf.error",
    500,
    (code) => refusing("insert on shelf", () => keep(code, { intent: "shelf-add" })),
  ],
  [
    "messages:shelf.error",
    500,
    (code) =>
      refusing("insert on shelf_emails", () =>
        keep(code, { intent: "weekly-email", weekly: "on" }),
      ),
  ],
  [
    "messages:home.errorLoading",
    500,
    async (code) => {
      await site.get("/es?q=aventus");
      return without("dupes", () => site.get(`/${code}?q=aventus`));
    },
  ],
  [
    "messages:home.errorSubmit",
    500,
    (code) => refusing("insert on sugerencias_perfumes", () => suggestPerfume(code)),
  ],
  [
    "messages:perfume.errorAuth",
    401,
    async (code) => {
      const ana = await somebody();
      // The account is deleted between the session check and the vote.
      return leaving(ana.id, "insert", "rate_limits", () => vote(ana, code));
    },
  ],
  [
    "messages:perfume.errorVote",
    500,
    async (code) => {
      const ana = await somebody();
      return refusing("update of porcentaje on dupes", () => vote(ana, code));
    },
  ],
  [
    "messages:perfume.errorSuggestionSubmit",
    500,
    (code) => refusing("insert on sugerencias_dupes", () => suggestDupe(code)),
  ],
  [
    "messages:reviews.errorLoad",
    200,
    async (code) => {
      await review(await somebody(), code);
      return withoutColumn("dupe_reviews", "description", () => site.get(inDialog(code)));
    },
  ],
  [
    "messages:reviews.errorPublish",
    500,
    async (code) => {
      const ana = await somebody();
      return refusing("insert on dupe_reviews", () => review(ana, code));
    },
  ],
  [
    "messages:reviews.errorDelete",
    500,
    async (code) => refusing("delete on dupe_reviews", await deleteReview(await somebody(), code)),
  ],
  [
    "messages:reports.errorSave",
    500,
    async (code) =>
      refusing("insert on review_reports", await reportReview(await somebody(), code)),
  ],
  [
    "messages:profile.errorLoad",
    500,
    async (code) => {
      const ana = await somebody();
      return withoutColumn("accounts", "email", () => ana.get(`/${code}/profile`));
    },
  ],
  [
    "messages:profile.errorUpload",
    500,
    async (code) => {
      const ana = await somebody();
      return refusing("update of avatar_url on usuarios", () => upload(ana, code));
    },
  ],
  [
    "messages:profile.errorUpdate",
    500,
    async (code) => {
      const ana = await somebody();
      const names = { intent: "save", nombre_completo: "Ana", nombre_usuario: ana.id };
      return refusing("update on usuarios", () => ana.post(`/${code}/profile`, names));
    },
  ],
];

test.each(failures)("%s is shown with %i when it should be", async (key, status, provoke) => {
  for (const code of ["es", "en"] as const) {
    const page = await provoke(code);
    const headings = page.dom.querySelectorAll("main h1, main h1 + p");
    const shown = [...messagesIn(page), ...headings.map(({ text }) => text)];
    expect(shown.join("\n")).toContain(translate(code, key));
    expect(page.dom.querySelector("html")?.getAttribute("lang")).toBe(code);
    expect(page.status).toBe(status);
  }
});
