import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createTrigger, dropTrigger } from "#db/triggers.ts";
import { breakWrites, type RefusedEvent } from "../support/broken-writes.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import { languageCodes, type Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { messagesIn } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import { type TextKey, translate } from "../support/translations.ts";

const site = await openSite({
  GOOGLE_CLIENT_ID: "a client",
  GOOGLE_CLIENT_SECRET: "a secret",
  GOOGLE_TOKEN_URL: "http://127.0.0.1:9/token",
});
afterAll(() => site.close());

let dupe: number;
/** the page's address without a language */
let path: string;
let people = 0;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  ({ dupe, path } = await addPerfumeWithDupe(site.db));
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

async function follow(visitor: TestBrowser, answer: Promise<Page>): Promise<Page> {
  return visitor.follow(await answer);
}

const vote = (who: TestBrowser, code: Language, voto = "1", dupe_id = String(dupe)) =>
  who.post(`/${code}${path}`, { intent: "vote", dupe_id, voto });
const review = (who: TestBrowser, code: Language, description = "Alike.") =>
  who.post(inDialog(code), { intent: "publish-review", dupe_id: String(dupe), description });
async function deleteReview(who: TestBrowser, code: Language) {
  await review(who, code);
  const { id } = await site.db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("dupe_id", "=", dupe)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return () => who.post(inDialog(code), { intent: "delete-review", review_id: String(id) });
}
const suggestDupe = (code: Language, nombre_dupe = "Name", at = path) =>
  site.newBrowser().post(`/${code}${at}`, {
    intent: "suggest-dupe",
    nombre_dupe,
    marca_dupe: "Brand",
  });
const suggestPerfume = (code: Language, nombre_perfume = "Name", who = site.newBrowser()) =>
  who.post(`/${code}`, { intent: "suggest-perfume", nombre_perfume, marca_perfume: "Brand" });
const contact = (code: Language, more: Record<string, string> = {}, who = site.newBrowser()) =>
  who.post(`/${code}/contact`, {
    name: "Ana",
    email: "ana@example.org",
    message: `Message ${Math.random()}`,
    privacyAccepted: "on",
    ...more,
  });
const signUp = (code: Language, more: Record<string, string> = {}, who = site.newBrowser()) =>
  who.post(`/${code}/auth?mode=signup`, {
    intent: "signup",
    nombre_completo: "Ana Ruiz",
    nombre_usuario: `somebody_${++people}`,
    email: `somebody_${people}@example.org`,
    password: "petitgrain1",
    ...more,
  });
const signInAs = (code: Language, email: string, who = site.newBrowser()) =>
  who.post(`/${code}/auth`, { intent: "login", email, password: "petitgrain1" });

const tellPrice = async (code: Language) =>
  (await somebody()).post(`/${code}${path}`, {
    intent: "add-price",
    perfume_id: /\d+$/u.exec(path)![0],
    amount: "24,90",
    currency: "EUR",
    size_ml: "100",
    shop: "Pepa",
  });
const keep = async (code: Language, weekly?: string) =>
  (await somebody()).post(
    `/${code}/shelf`,
    weekly === undefined
      ? { intent: "shelf-add", perfume_id: /\d+$/u.exec(path)![0], list: "want" }
      : { intent: "weekly-email", weekly },
  );

/** Somebody who signed in with Google and has no username yet. */
const nameless = () => signedIn(site, `nameless_${++people}`, { username: null });
const setUsername = (who: TestBrowser, code: Language, nombre_usuario: string) =>
  who.post(`/${code}/set-username`, { nombre_usuario });
const saveProfile = (who: TestBrowser, code: Language, nombre_usuario: string) =>
  who.post(`/${code}/profile`, { intent: "save", nombre_completo: "Ana", nombre_usuario });
async function upload(who: TestBrowser, code: Language) {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const photo = new Uint8Array(await sharp({ create }).png().toBuffer());
  return who.upload(`/${code}/profile`, "avatar", new File([photo], "a.png"));
}
async function fromGoogle(code: Language, answer: (state: string) => string) {
  const visitor = site.newBrowser();
  const way = await visitor.get(`/${code}/auth/google`);
  const state = new URL(way.headers.get("Location")!).searchParams.get("state")!;
  return follow(visitor, visitor.get(`/auth-callback?${answer(state)}`));
}

interface Entry {
  key: TextKey;
  /** the exact text of RULES.md 11.14, in the language in which it is fixed */
  quoted?: Partial<Record<Language, string>>;
  /** of the page that shows it; 200 when omitted, after a redirect or on an otherwise useful page */
  status?: number;
  /** triggers it; returns the page that must show it */
  provoke: (code: Language) => Promise<Page>;
}

/** Every message of RULES.md 11.14, page by page. */
const catalogue: Record<string, Entry[]> = {
  auth: [
    {
      key: "messages:auth.emailTaken",
      status: 409,
      provoke: async (code) => {
        const email = `${(await somebody()).id}@example.org`;
        return signUp(code, { email: email.toUpperCase() });
      },
    },
    {
      key: "messages:auth.wrongCredentials",
      status: 401,
      provoke: (code) => signInAs(code, `nobody_${++people}@example.org`),
    },
    {
      key: "messages:auth.failed",
      status: 500,
      quoted: { en: "Error processing request" },
      provoke: (code) => refusing("insert on usuarios", () => signUp(code)),
    },
    {
      key: "messages:auth.googleFailed",
      provoke: (code) => fromGoogle(code, (state) => `code=x&state=${state}`),
    },
    {
      key: "messages:auth.signInAgain",
      quoted: { en: "Authentication error. Please log in again" },
      provoke: (code) => {
        const lost = site.newBrowser();
        lost.cookies.set("auth_token", "over");
        return follow(lost, review(lost, code));
      },
    },
    {
      key: "messages:auth.fillIn",
      status: 422,
      quoted: { en: "Please fill in all fields" },
      provoke: (code) => signUp(code, { nombre_completo: " " }),
    },
    {
      key: "messages:auth.weakPassword",
      status: 422,
      provoke: (code) => signUp(code, { password: "passwords" }),
    },
  ],
  "set-username": [
    {
      key: "messages:username.errorStatus",
      status: 401,
      quoted: { es: "Error al verificar el estado del usuario" },
      provoke: async (code) => {
        const person = await nameless();
        const seen_at = new Date(Date.now() - 7.2e6).toISOString();
        await site.db.updateTable("sessions").set({ seen_at }).execute();
        // Deleted between two queries.
        return leaving(person.id, "update", "sessions", () =>
          setUsername(person, code, `gone_${++people}`),
        );
      },
    },
    {
      key: "messages:auth.usernameTaken",
      status: 409,
      quoted: { es: "Este nombre de usuario ya está en uso" },
      provoke: async (code) =>
        setUsername(await nameless(), code, (await somebody()).id.toUpperCase()),
    },
    {
      key: "messages:username.failed",
      status: 500,
      quoted: { es: "Error al configurar el nombre de usuario" },
      provoke: async (code) => {
        const person = await nameless();
        return refusing("update on usuarios", () => setUsername(person, code, "refused"));
      },
    },
    {
      key: "messages:username.tooShort",
      status: 422,
      quoted: { es: "El nombre de usuario debe tener al menos 3 caracteres" },
      provoke: async (code) => setUsername(await nameless(), code, " ab "),
    },
    {
      key: "messages:username.tooLong",
      status: 422,
      quoted: { es: "El nombre de usuario no puede tener más de 30 caracteres" },
      provoke: async (code) => setUsername(await nameless(), code, "x".repeat(31)),
    },
    {
      key: "messages:username.characters",
      status: 422,
      quoted: { es: "Solo se permiten letras, números y guiones bajos" },
      provoke: async (code) => setUsername(await nameless(), code, "ana-ruiz"),
    },
    {
      key: "messages:username.saved",
      quoted: { es: "¡Nombre de usuario configurado correctamente!" },
      provoke: async (code) => {
        const person = await nameless();
        return follow(person, setUsername(person, code, `named_${++people}`));
      },
    },
  ],
  prices: [
    {
      key: "messages:prices.errorSave",
      status: 500,
      provoke: (code) => refusing("insert on prices", () => tellPrice(code)),
    },
  ],
  shelf: [
    {
      key: "messages:shelf.error",
      status: 500,
      provoke: (code) => refusing("insert on shelf", () => keep(code)),
    },
    {
      key: "messages:shelf.error",
      status: 500,
      provoke: (code) => refusing("insert on shelf_emails", () => keep(code, "on")),
    },
  ],
  home: [
    {
      key: "messages:home.errorLoading",
      status: 500,
      quoted: { en: "Error loading perfumes" },
      provoke: async (code) => {
        await site.get("/es?q=aventus");
        return without("dupes", () => site.get(`/${code}?q=aventus`));
      },
    },
    {
      key: "messages:home.errorTop",
      status: 500,
      provoke: (code) => {
        site.services.pages.drop("/");
        return without("perfume_month_views", () => site.get(`/${code}`));
      },
    },
    {
      key: "messages:home.errorSubmit",
      status: 500,
      provoke: (code) => refusing("insert on sugerencias_perfumes", () => suggestPerfume(code)),
    },
    { key: "messages:home.errorEmpty", status: 422, provoke: (code) => suggestPerfume(code, " ") },
  ],
  detail: [
    {
      key: "perfume.errorLoading",
      status: 404,
      provoke: (code) => site.get(`/${code}/perfume/no-number`),
    },
    {
      key: "messages:perfume.errorLoad",
      status: 500,
      provoke: (code) => without("dupe_reviews", () => site.get(`/${code}${path}`)),
    },
    {
      key: "perfume.notFound",
      status: 404,
      provoke: (code) => site.get(`/${code}/perfume/gone-999999`),
    },
    {
      key: "messages:perfume.errorVoteInvalid",
      status: 422,
      quoted: { en: "Invalid vote value" },
      provoke: async (code) => vote(await somebody(), code, "2"),
    },
    {
      key: "messages:perfume.errorMustLogin",
      status: 401,
      quoted: { en: "You must log in to vote" },
      provoke: (code) => vote(site.newBrowser(), code),
    },
    {
      key: "messages:perfume.errorAlreadyVoted",
      status: 409,
      provoke: async (code) => {
        const ana = await somebody();
        await vote(ana, code);
        return vote(ana, code, "-1");
      },
    },
    {
      key: "messages:perfume.errorAuth",
      status: 401,
      provoke: async (code) => {
        const ana = await somebody();
        // The account is deleted between the session check and the vote.
        return leaving(ana.id, "insert", "rate_limits", () => vote(ana, code));
      },
    },
    {
      key: "messages:perfume.errorVote",
      status: 500,
      quoted: { en: "Could not register your vote" },
      provoke: async (code) => {
        const ana = await somebody();
        return refusing("insert on user_votes", () => vote(ana, code));
      },
    },
    {
      key: "messages:perfume.errorSuggestion",
      status: 422,
      provoke: (code) => suggestDupe(code, " "),
    },
    {
      key: "messages:perfume.errorPerfumeId",
      status: 404,
      quoted: { en: "Perfume not identified" },
      provoke: (code) => suggestDupe(code, "Name", "/perfume/gone-999999"),
    },
    {
      key: "messages:perfume.errorSuggestionSubmit",
      status: 500,
      provoke: (code) => refusing("insert on sugerencias_dupes", () => suggestDupe(code)),
    },
  ],
  reviews: [
    {
      key: "messages:reviews.errorLoad",
      provoke: async (code) => {
        await review(await somebody(), code);
        return withoutColumn("dupe_reviews", "description", () => site.get(inDialog(code)));
      },
    },
    {
      key: "messages:reviews.errorMustLogin",
      provoke: (code) => {
        const visitor = site.newBrowser();
        return follow(visitor, review(visitor, code));
      },
    },
    {
      key: "messages:reviews.errorMustName",
      provoke: async (code) => {
        const person = await nameless();
        return follow(person, review(person, code));
      },
    },
    {
      key: "messages:reviews.errorEmpty",
      status: 422,
      provoke: async (code) => review(await somebody(), code, " \n "),
    },
    {
      key: "messages:reviews.errorPublish",
      status: 500,
      provoke: async (code) => {
        const ana = await somebody();
        return refusing("insert on dupe_reviews", () => review(ana, code));
      },
    },
    {
      key: "messages:reviews.errorDelete",
      status: 500,
      provoke: async (code) =>
        refusing("delete on dupe_reviews", await deleteReview(await somebody(), code)),
    },
  ],
  contact: [
    {
      key: "messages:contact.name",
      status: 422,
      quoted: { es: "El nombre no puede estar vacío" },
      provoke: (code) => contact(code, { name: " ", email: "x", message: "" }),
    },
    {
      key: "messages:contact.email",
      status: 422,
      quoted: { es: "Email inválido" },
      provoke: (code) => contact(code, { email: "x" }),
    },
    {
      key: "messages:contact.message",
      status: 422,
      quoted: { es: "El mensaje no puede estar vacío" },
      provoke: (code) => contact(code, { message: " " }),
    },
    {
      key: "messages:contact.privacy",
      status: 422,
      quoted: { es: "Debes aceptar la política de privacidad" },
      provoke: (code) => contact(code, { privacyAccepted: "" }),
    },
    {
      key: "messages:contact.errorMessage",
      status: 500,
      quoted: { en: "Error sending message. Please try again." },
      provoke: (code) => refusing("insert on contact_messages", () => contact(code)),
    },
  ],
  profile: [
    {
      key: "messages:profile.errorLoad",
      status: 500,
      provoke: async (code) => {
        const ana = await somebody();
        return withoutColumn("accounts", "email", () => ana.get(`/${code}/profile`));
      },
    },
    {
      key: "messages:profile.errorUpload",
      status: 500,
      provoke: async (code) => {
        const ana = await somebody();
        return refusing("update of avatar_url on usuarios", () => upload(ana, code));
      },
    },
    {
      key: "messages:profile.errorUpdate",
      status: 500,
      provoke: async (code) => {
        const ana = await somebody();
        return refusing("update on usuarios", () => saveProfile(ana, code, ana.id));
      },
    },
    {
      key: "messages:auth.usernameFormat",
      status: 422,
      provoke: async (code) => saveProfile(await somebody(), code, "ana ruiz"),
    },
    {
      key: "messages:auth.usernameTaken",
      status: 409,
      provoke: async (code) => saveProfile(await somebody(), code, (await somebody()).id),
    },
  ],
  successes: [
    {
      key: "messages:perfume.voted",
      provoke: async (code) => {
        const ana = await somebody();
        return follow(ana, vote(ana, code));
      },
    },
    {
      key: "messages:reviews.published",
      provoke: async (code) => {
        const ana = await somebody();
        return follow(ana, review(ana, code));
      },
    },
    {
      key: "messages:reviews.deleted",
      provoke: async (code) => {
        const ana = await somebody();
        const deleting = await deleteReview(ana, code);
        expect(
          (await ana.get(inDialog(code))).dom.querySelector("#reviews details")?.text,
        ).toContain(translate(code, "reviews.deleteQuestion"));
        return follow(ana, deleting());
      },
    },
    {
      key: "messages:home.suggested",
      provoke: (code) => {
        const visitor = site.newBrowser();
        return follow(visitor, suggestPerfume(code, "New", visitor));
      },
    },
    {
      key: "messages:auth.created",
      provoke: (code) => {
        const visitor = site.newBrowser();
        return follow(visitor, signUp(code, {}, visitor));
      },
    },
    {
      key: "messages:auth.welcomeBack",
      provoke: async (code) => {
        const email = `back_${++people}@example.org`;
        await signUp(code, { email });
        const visitor = site.newBrowser();
        return follow(visitor, signInAs(code, email, visitor));
      },
    },
    {
      key: "messages:profile.saved",
      provoke: async (code) => {
        const ana = await somebody();
        return follow(ana, saveProfile(ana, code, ana.id));
      },
    },
    {
      key: "messages:profile.photoSaved",
      provoke: async (code) => {
        const ana = await somebody();
        return follow(ana, upload(ana, code));
      },
    },
    {
      key: "messages:contact.sent",
      provoke: (code) => {
        const visitor = site.newBrowser();
        return follow(visitor, contact(code, {}, visitor));
      },
    },
  ],
};

// Confirming an account is in confirmation.test.ts, on a site that sends emails.
const elsewhere: TextKey[] = ["messages:auth.confirmationSent"];

const entries = Object.entries(catalogue).flatMap(([section, all]) =>
  all.map((entry, number) => ({ section, number, ...entry })),
);

test.each([...new Set([...entries.map(({ key }) => key), ...elsewhere])])(
  "%s has a different text in each of the six languages",
  (key) => {
    const texts = languageCodes.map((code) => translate(code, key));
    expect(texts.every((text) => text.trim().length > 3)).toBe(true);
    expect(new Set(texts).size).toBe(languageCodes.length);
  },
);

const asSentence = (text: string) => `${text.replace(/\.$/u, "")}. `;

test.each(entries.filter(({ quoted }) => quoted))(
  "$section: $key begins with the exact text of RULES.md 11.14",
  ({ key, quoted }) => {
    for (const [code, words] of Object.entries(quoted!))
      expect(asSentence(translate(code as Language, key)).startsWith(asSentence(words))).toBe(true);
  },
);

test.each(entries)("$section: $key is shown when it should be, no. $number", async (entry) => {
  for (const code of ["es", "en", "de"] as const) {
    const page = await entry.provoke(code);
    const headings = page.dom.querySelectorAll("main h1, main h1 + p");
    const shown = [...messagesIn(page), ...headings.map(({ text }) => text)];
    expect(shown.join("\n")).toContain(translate(code, entry.key));
    expect(page.dom.querySelector("html")?.getAttribute("lang")).toBe(code);
    expect(page.status).toBe(entry.status ?? 200);
  }
});
