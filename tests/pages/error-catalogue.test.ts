import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createTrigger, dropTrigger } from "#db/triggers.ts";
import { breakWrites, type RefusedEvent } from "../support/broken-writes.ts";
import { addPerfumeWithDupe, addReview } from "../support/database.ts";
import { addAccount, registration } from "../support/accounts.ts";
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

const vote: Act = (who, code) =>
  who.post(`/${code}${path}`, { intent: "vote", dupe_id: String(dupe), voto: "1" });
const review: Act = (who, code) =>
  who.post(inDialog(code), {
    intent: "publish-review",
    dupe_id: String(dupe),
    description: "Alike.",
  });
const reviewBy = async (kind: "=" | "!=", id: string) => {
  const row = site.db.selectFrom("dupe_reviews").select("id").where("dupe_id", "=", dupe);
  return String((await row.where("user_id", kind, id).executeTakeFirstOrThrow()).id);
};
const deleteReview: Act = async (who, code) =>
  who.post(inDialog(code), { intent: "delete-review", review_id: await reviewBy("=", who.id) });
const reportReview: Act = async (who, code) => {
  const review_id = await reviewBy("!=", who.id);
  return who.post(`/${code}${path}`, { intent: "report-review", review_id, reason: "spam" });
};
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
const tellPrice: Act = (who, code) =>
  who.post(`/${code}${path}`, {
    intent: "add-price",
    perfume_id: bottle,
    amount: "24,90",
    currency: "EUR",
    size_ml: "100",
    shop: "Pepa",
  });
const keep = (who: TestBrowser, code: Language, fields: Record<string, string>) =>
  who.post(`/${code}/shelf`, { perfume_id: bottle, list: "want", ...fields });
const setUsername: Act = (who, code) =>
  who.post(`/${code}/set-username`, { nombre_usuario: `named_${++people}` });
const saveProfile: Act = (who, code) =>
  who.post(`/${code}/profile`, { intent: "save", nombre_completo: "Ana", nombre_usuario: who.id });
const upload: Act = async (who, code) => {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const photo = new Uint8Array(await sharp({ create }).png().toBuffer());
  return who.upload(`/${code}/profile`, "avatar", new File([photo], "a.png"));
};

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

type Act = (who: TestBrowser & { id: string }, code: Language) => Promise<Page>;

/** What is shown when the database refuses what a signed-in person does, or a nameless one. */
const refused: [key: TextKey, event: `${RefusedEvent} on ${string}`, act: Act, username?: null][] =
  [
    ["messages:auth.failed", "insert on usuarios", (_, code) => signUp(code)],
    ["messages:username.failed", "update on usuarios", setUsername, null],
    ["messages:prices.errorSave", "insert on prices", tellPrice],
    [
      "messages:shelf.error",
      "insert on shelf",
      (who, code) => keep(who, code, { intent: "shelf-add" }),
    ],
    [
      "messages:shelf.error",
      "insert on shelf_emails",
      (who, code) => keep(who, code, { intent: "weekly-email", weekly: "on" }),
    ],
    [
      "messages:home.errorSubmit",
      "insert on sugerencias_perfumes",
      (_, code) => suggestPerfume(code),
    ],
    ["messages:perfume.errorVote", "update of porcentaje on dupes", vote],
    [
      "messages:perfume.errorSuggestionSubmit",
      "insert on sugerencias_dupes",
      (_, code) => suggestDupe(code),
    ],
    ["messages:reviews.errorPublish", "insert on dupe_reviews", review],
    ["messages:reviews.errorDelete", "delete on dupe_reviews", deleteReview],
    ["messages:reports.errorSave", "insert on review_reports", reportReview],
    ["messages:profile.errorUpload", "update of avatar_url on usuarios", upload],
    ["messages:profile.errorUpdate", "update on usuarios", saveProfile],
  ];

const shownOn = (page: Page) => {
  const headings = page.dom.querySelectorAll("main h1, main h1 + p").map(({ text }) => text);
  const language = page.dom.querySelector("html")?.getAttribute("lang");
  return { status: page.status, language, text: [...messagesIn(page), ...headings].join("\n") };
};

const shown = (key: TextKey, status: number, language: Language) => ({
  status,
  language,
  text: expect.stringContaining(translate(language, key)),
});

test.each(refused)("%s is shown with 500 after a refused %s", async (key, event, act, username) => {
  for (const code of ["es", "en"] as const) {
    const who = await signedIn(site, `person_${++people}`, { username });
    await addReview(site.db, dupe, await addAccount(site.db, `author_${++people}`));
    await addReview(site.db, dupe, who.id);
    const page = await refusing(event, () => act(who, code));
    expect(shownOn(page)).toEqual(shown(key, 500, code));
  }
});

/** What is shown when people leave, or the database lacks something, between two steps. */
const lacking: [key: TextKey, status: number, act: Act][] = [
  [
    "messages:username.errorStatus",
    401,
    async (_, code) => {
      const person = await signedIn(site, `nameless_${++people}`, { username: null });
      const seen_at = new Date(Date.now() - 7.2e6).toISOString();
      await site.db.updateTable("sessions").set({ seen_at }).execute();
      return leaving(person.id, "update", "sessions", () => setUsername(person, code));
    },
  ],
  [
    "messages:perfume.errorAuth",
    401,
    (who, code) => leaving(who.id, "insert", "rate_limits", () => vote(who, code)),
  ],
  [
    "messages:home.errorLoading",
    500,
    async (_, code) => {
      await site.get("/es?q=aventus");
      return without("dupes", () => site.get(`/${code}?q=aventus`));
    },
  ],
  [
    "messages:reviews.errorLoad",
    200,
    async (who, code) => {
      await review(who, code);
      return withoutColumn("dupe_reviews", "description", () => site.get(inDialog(code)));
    },
  ],
  [
    "messages:profile.errorLoad",
    500,
    (who, code) => withoutColumn("accounts", "email", () => who.get(`/${code}/profile`)),
  ],
];

test.each(lacking)("%s is shown with %i when it should be", async (key, status, act) => {
  for (const code of ["es", "en"] as const)
    expect(shownOn(await act(await somebody(), code))).toEqual(shown(key, status, code));
});
