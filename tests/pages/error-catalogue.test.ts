import Database from "better-sqlite3";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { newMember, newVisitor } from "../support/members.ts";
import type { TestVisitor } from "../support/visitor.ts";
import { type Code, codes, translated } from "../support/words.ts";

let site: TestSite;
let other: Database.Database;
let dupe: number;
/** the page's address without a language */
let path: string;
let people = 0;

beforeAll(async () => {
  site = await openSite({
    GOOGLE_CLIENT_ID: "a client",
    GOOGLE_CLIENT_SECRET: "a secret",
    GOOGLE_TOKEN_URL: "http://127.0.0.1:9/token",
  });
  other = new Database(site.config.databaseUrl.slice("file:".length));
});

afterAll(() => site.close());

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const id = await addPerfume(site.db, "Creed", `Aventus ${Math.random()}`);
  dupe = await addDupe(site.db, id, "Armaf", "Club de Nuit");
  const found = await site.get(`/es/perfume/${id}`);
  path = found.headers.get("Location")!.replace("/es/", "/");
});

afterAll(() => void other.close());

const somebody = (more = {}) => newMember(site, `person_${++people}`, more);
const inDialog = (code: Code) => `/${code}${path}?reviews=${dupe}`;

/** Does something while the database lacks what it needs. */
async function broken<T>(by: string, mend: string, action: () => Promise<T>): Promise<T> {
  other.exec(by);
  try {
    return await action();
  } finally {
    other.exec(mend);
  }
}

const refusing = <T>(event: string, action: () => Promise<T>) =>
  broken(
    `create trigger refuses before ${event} begin select raise(abort, 'refused'); end`,
    "drop trigger refuses",
    action,
  );

const without = <T>(table: string, action: () => Promise<T>) =>
  broken(`alter table ${table} rename to gone`, `alter table gone rename to ${table}`, action);

const withoutColumn = <T>(table: string, column: string, action: () => Promise<T>) =>
  broken(
    `alter table ${table} rename column ${column} to gone`,
    `alter table ${table} rename column gone to ${column}`,
    action,
  );

async function done(visitor: TestVisitor, answer: Promise<Page>): Promise<Page> {
  return visitor.follow(await answer);
}

const vote = (who: TestVisitor, code: Code, voto = "1", dupe_id = String(dupe)) =>
  who.post(`/${code}${path}`, { intent: "vote", dupe_id, voto });
const review = (who: TestVisitor, code: Code, description = "Alike.") =>
  who.post(inDialog(code), { intent: "publish-review", dupe_id: String(dupe), description });
async function deleteReview(who: TestVisitor, code: Code) {
  await review(who, code);
  const { id } = await site.db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("dupe_id", "=", dupe)
    .executeTakeFirstOrThrow();
  return () => who.post(inDialog(code), { intent: "delete-review", review_id: String(id) });
}
const suggestDupe = (code: Code, nombre_dupe = "Name", at = path) =>
  newVisitor(site).post(`/${code}${at}`, {
    intent: "suggest-dupe",
    nombre_dupe,
    marca_dupe: "Brand",
  });
const suggestPerfume = (code: Code, nombre_perfume = "Name", who = newVisitor(site)) =>
  who.post(`/${code}`, { intent: "suggest-perfume", nombre_perfume, marca_perfume: "Brand" });
const contact = (code: Code, more: Record<string, string> = {}, who = newVisitor(site)) =>
  who.post(`/${code}/contact`, {
    name: "Ana",
    email: "ana@example.org",
    message: `Message ${Math.random()}`,
    privacyAccepted: "on",
    ...more,
  });
const signUp = (code: Code, more: Record<string, string> = {}, who = newVisitor(site)) =>
  who.post(`/${code}/auth?mode=signup`, {
    intent: "signup",
    nombre_completo: "Ana Ruiz",
    nombre_usuario: `somebody_${++people}`,
    email: `somebody_${people}@example.org`,
    password: "password1",
    ...more,
  });
const logIn = (code: Code, email: string, who = newVisitor(site)) =>
  who.post(`/${code}/auth`, { intent: "login", email, password: "password1" });

/** Somebody who came with Google and has no username yet. */
async function nameless(): Promise<TestVisitor & { id: string }> {
  const person = await somebody();
  await site.db
    .updateTable("usuarios")
    .set({ nombre_usuario: null, nombre_usuario_clave: null })
    .where("id", "=", person.id)
    .execute();
  return person;
}
const setUsername = (who: TestVisitor, code: Code, nombre_usuario: string) =>
  who.post(`/${code}/set-username`, { nombre_usuario });
const saveProfile = (who: TestVisitor, code: Code, nombre_usuario: string) =>
  who.post(`/${code}/profile`, { intent: "save", nombre_completo: "Ana", nombre_usuario });
async function upload(who: TestVisitor, code: Code) {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const photo = new FormData();
  photo.set(
    "avatar",
    new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]),
    "a.png",
  );
  const form = new Response(photo);
  const headers = { Origin: site.origin, "Content-Type": form.headers.get("Content-Type")! };
  const body = await form.arrayBuffer();
  return who.request(`/${code}/profile`, { method: "POST", body, headers });
}
async function fromGoogle(code: Code, answer: (state: string) => string) {
  const visitor = newVisitor(site);
  const way = await visitor.get(`/${code}/auth/google`);
  const state = new URL(way.headers.get("Location")!).searchParams.get("state")!;
  return done(visitor, visitor.get(`/auth-callback?${answer(state)}`));
}

interface Entry {
  key: string;
  /** the text that spec.md quotes, in the language that it quotes it in */
  quoted?: Partial<Record<Code, string>>;
  /** of the page that says it; 200 when left out: a redirect led there, or the rest of the page is of use */
  status?: number;
  /** how it comes about; what the page must say then */
  provoked: (code: Code) => Promise<Page>;
}

/** The error catalogue of spec.md §8, section by section; quoted texts from §5 and §8. */
const catalogue: Record<string, Entry[]> = {
  auth: [
    {
      key: "messages:auth.emailTaken",
      status: 409,
      provoked: async (code) => {
        const email = `${(await somebody()).id}@example.org`;
        return signUp(code, { email: email.toUpperCase() });
      },
    },
    {
      key: "messages:auth.wrongCredentials",
      status: 401,
      provoked: (code) => logIn(code, `nobody_${++people}@example.org`),
    },
    {
      key: "messages:auth.failed",
      status: 500,
      quoted: { en: "Error processing request" },
      provoked: (code) => refusing("insert on usuarios", () => signUp(code)),
    },
    {
      key: "messages:auth.googleFailed",
      provoked: (code) => fromGoogle(code, (state) => `code=x&state=${state}`),
    },
    {
      key: "messages:auth.signInAgain",
      quoted: { en: "Authentication error. Please log in again" },
      provoked: (code) => {
        const lost = newVisitor(site);
        lost.cookies.set("auth_token", "over");
        return done(lost, review(lost, code));
      },
    },
    {
      key: "messages:auth.fillIn",
      status: 422,
      quoted: { en: "Please fill in all fields" },
      provoked: (code) => signUp(code, { nombre_completo: " " }),
    },
    {
      key: "messages:auth.weakPassword",
      status: 422,
      provoked: (code) => signUp(code, { password: "passwords" }),
    },
  ],
  "set-username": [
    {
      key: "messages:username.errorStatus",
      status: 401,
      quoted: { es: "Error al verificar el estado del usuario" },
      provoked: async (code) => {
        const person = await nameless();
        other.exec(`update sessions set seen_at = '${new Date(Date.now() - 7.2e6).toISOString()}'`);
        // Gone between the one question and the other.
        return broken(
          `create trigger leaves after update on sessions begin delete from usuarios where id = '${person.id}'; end`,
          "drop trigger leaves",
          () => setUsername(person, code, `gone_${++people}`),
        );
      },
    },
    {
      key: "messages:auth.usernameTaken",
      status: 409,
      quoted: { es: "Este nombre de usuario ya está en uso" },
      provoked: async (code) =>
        setUsername(await nameless(), code, (await somebody()).id.toUpperCase()),
    },
    {
      key: "messages:username.failed",
      status: 500,
      quoted: { es: "Error al configurar el nombre de usuario" },
      provoked: async (code) => {
        const person = await nameless();
        return refusing("update on usuarios", () => setUsername(person, code, "refused"));
      },
    },
    {
      key: "messages:username.tooShort",
      status: 422,
      quoted: { es: "El nombre de usuario debe tener al menos 3 caracteres" },
      provoked: async (code) => setUsername(await nameless(), code, " ab "),
    },
    {
      key: "messages:username.tooLong",
      status: 422,
      quoted: { es: "El nombre de usuario no puede tener más de 30 caracteres" },
      provoked: async (code) => setUsername(await nameless(), code, "x".repeat(31)),
    },
    {
      key: "messages:username.characters",
      status: 422,
      quoted: { es: "Solo se permiten letras, números y guiones bajos" },
      provoked: async (code) => setUsername(await nameless(), code, "ana-ruiz"),
    },
    {
      key: "messages:username.saved",
      quoted: { es: "¡Nombre de usuario configurado correctamente!" },
      provoked: async (code) => {
        const person = await nameless();
        return done(person, setUsername(person, code, `named_${++people}`));
      },
    },
  ],
  home: [
    {
      key: "messages:home.errorLoading",
      status: 500,
      quoted: { en: "Error loading perfumes" },
      provoked: async (code) => {
        await site.get("/es?q=aventus");
        return without("dupes", () => site.get(`/${code}?q=aventus`));
      },
    },
    {
      key: "messages:home.errorTop",
      status: 500,
      provoked: (code) => {
        site.services.pages.drop("/");
        return without("perfume_month_views", () => site.get(`/${code}`));
      },
    },
    {
      key: "messages:home.errorSubmit",
      status: 500,
      provoked: (code) => refusing("insert on sugerencias_perfumes", () => suggestPerfume(code)),
    },
    { key: "messages:home.errorEmpty", status: 422, provoked: (code) => suggestPerfume(code, " ") },
  ],
  detail: [
    {
      key: "perfume.errorLoading",
      status: 404,
      provoked: (code) => site.get(`/${code}/perfume/no-number`),
    },
    {
      key: "perfume.errorLoading",
      status: 500,
      provoked: (code) => without("dupe_reviews", () => site.get(`/${code}${path}`)),
    },
    {
      key: "perfume.notFound",
      status: 404,
      provoked: (code) => site.get(`/${code}/perfume/gone-999999`),
    },
    {
      key: "messages:perfume.errorVoteInvalid",
      status: 422,
      quoted: { en: "Invalid vote value" },
      provoked: async (code) => vote(await somebody(), code, "2"),
    },
    {
      key: "messages:perfume.errorMustLogin",
      status: 401,
      quoted: { en: "You must log in to vote" },
      provoked: (code) => vote(newVisitor(site), code),
    },
    {
      key: "messages:perfume.errorAlreadyVoted",
      status: 409,
      provoked: async (code) => {
        const ana = await somebody();
        await vote(ana, code);
        return vote(ana, code, "-1");
      },
    },
    {
      key: "messages:perfume.errorAuth",
      status: 401,
      provoked: async (code) => {
        const ana = await somebody();
        // Gone between the question who votes and the vote.
        return broken(
          `create trigger leaves after insert on rate_limits begin delete from usuarios where id = '${ana.id}'; end`,
          "drop trigger leaves",
          () => vote(ana, code),
        );
      },
    },
    {
      key: "messages:perfume.errorVote",
      status: 500,
      quoted: { en: "Could not register your vote" },
      provoked: async (code) => {
        const ana = await somebody();
        return refusing("insert on user_votes", () => vote(ana, code));
      },
    },
    {
      key: "messages:perfume.errorSuggestion",
      status: 422,
      provoked: (code) => suggestDupe(code, " "),
    },
    {
      key: "messages:perfume.errorPerfumeId",
      status: 404,
      quoted: { en: "Perfume not identified" },
      provoked: (code) => suggestDupe(code, "Name", "/perfume/gone-999999"),
    },
    {
      key: "messages:perfume.errorSuggestionSubmit",
      status: 500,
      provoked: (code) => refusing("insert on sugerencias_dupes", () => suggestDupe(code)),
    },
  ],
  reviews: [
    {
      key: "messages:reviews.errorLoad",
      provoked: async (code) => {
        await review(await somebody(), code);
        return withoutColumn("dupe_reviews", "description", () => site.get(inDialog(code)));
      },
    },
    {
      key: "messages:reviews.errorMustLogin",
      provoked: (code) => {
        const visitor = newVisitor(site);
        return done(visitor, review(visitor, code));
      },
    },
    {
      key: "messages:reviews.errorEmpty",
      status: 422,
      provoked: async (code) => review(await somebody(), code, " \n "),
    },
    {
      key: "messages:reviews.errorPublish",
      status: 500,
      provoked: async (code) => {
        const ana = await somebody();
        return refusing("insert on dupe_reviews", () => review(ana, code));
      },
    },
    {
      key: "messages:reviews.errorDelete",
      status: 500,
      provoked: async (code) =>
        refusing("delete on dupe_reviews", await deleteReview(await somebody(), code)),
    },
  ],
  contact: [
    {
      key: "messages:contact.name",
      status: 422,
      quoted: { es: "El nombre no puede estar vacío" },
      provoked: (code) => contact(code, { name: " ", email: "x", message: "" }),
    },
    {
      key: "messages:contact.email",
      status: 422,
      quoted: { es: "Email inválido" },
      provoked: (code) => contact(code, { email: "x" }),
    },
    {
      key: "messages:contact.message",
      status: 422,
      quoted: { es: "El mensaje no puede estar vacío" },
      provoked: (code) => contact(code, { message: " " }),
    },
    {
      key: "messages:contact.privacy",
      status: 422,
      quoted: { es: "Debes aceptar la política de privacidad" },
      provoked: (code) => contact(code, { privacyAccepted: "" }),
    },
    {
      key: "messages:contact.errorMessage",
      status: 500,
      quoted: { en: "Error sending message. Please try again." },
      provoked: (code) => refusing("insert on contact_messages", () => contact(code)),
    },
  ],
  profile: [
    {
      key: "messages:profile.errorLoad",
      status: 500,
      provoked: async (code) => {
        const ana = await somebody();
        return withoutColumn("accounts", "email", () => ana.get(`/${code}/profile`));
      },
    },
    {
      key: "messages:profile.errorUpload",
      status: 500,
      provoked: async (code) => {
        const ana = await somebody();
        return refusing("update of avatar_url on usuarios", () => upload(ana, code));
      },
    },
    {
      key: "messages:profile.errorUpdate",
      status: 500,
      provoked: async (code) => {
        const ana = await somebody();
        return refusing("update on usuarios", () => saveProfile(ana, code, ana.id));
      },
    },
    {
      key: "messages:auth.usernameFormat",
      status: 422,
      provoked: async (code) => saveProfile(await somebody(), code, "ana ruiz"),
    },
    {
      key: "messages:auth.usernameTaken",
      status: 409,
      provoked: async (code) => saveProfile(await somebody(), code, (await somebody()).id),
    },
  ],
  successes: [
    {
      key: "messages:perfume.voted",
      provoked: async (code) => {
        const ana = await somebody();
        return done(ana, vote(ana, code));
      },
    },
    {
      key: "messages:reviews.published",
      provoked: async (code) => {
        const ana = await somebody();
        return done(ana, review(ana, code));
      },
    },
    {
      key: "messages:reviews.deleted",
      provoked: async (code) => {
        const ana = await somebody();
        const deleting = await deleteReview(ana, code);
        expect(
          (await ana.get(inDialog(code))).dom.querySelector("#reviews details")?.text,
        ).toContain(translated(code, "reviews.deleteQuestion"));
        return done(ana, deleting());
      },
    },
    {
      key: "messages:home.suggested",
      provoked: (code) => {
        const visitor = newVisitor(site);
        return done(visitor, suggestPerfume(code, "New", visitor));
      },
    },
    {
      key: "messages:auth.created",
      provoked: (code) => {
        const visitor = newVisitor(site);
        return done(visitor, signUp(code, {}, visitor));
      },
    },
    {
      key: "messages:auth.welcomeBack",
      provoked: async (code) => {
        const email = `back_${++people}@example.org`;
        await signUp(code, { email });
        const visitor = newVisitor(site);
        return done(visitor, logIn(code, email, visitor));
      },
    },
    {
      key: "messages:profile.saved",
      provoked: async (code) => {
        const ana = await somebody();
        return done(ana, saveProfile(ana, code, ana.id));
      },
    },
    {
      key: "messages:profile.photoSaved",
      provoked: async (code) => {
        const ana = await somebody();
        return done(ana, upload(ana, code));
      },
    },
    {
      key: "messages:contact.sent",
      provoked: (code) => {
        const visitor = newVisitor(site);
        return done(visitor, contact(code, {}, visitor));
      },
    },
  ],
};

// Account made active by an email: confirmation.test.ts, on a site that sends emails.
const elsewhere = ["messages:auth.confirmationSent"];

const entries = Object.entries(catalogue).flatMap(([section, all]) =>
  all.map((entry, number) => ({ section, number, ...entry })),
);

test.each([...new Set([...entries.map(({ key }) => key), ...elsewhere])])(
  "%s is said in six languages, in each differently",
  (key) => {
    const texts = codes.map((code) => translated(code, key));
    expect(texts.every((text) => text.trim().length > 3)).toBe(true);
    expect(new Set(texts).size).toBe(codes.length);
  },
);

test.each(entries.filter(({ quoted }) => quoted))(
  "$section: $key is quoted exactly",
  ({ key, quoted }) => {
    const own = Object.keys(quoted!).map((code) => [code, translated(code as Code, key)]);
    expect(Object.fromEntries(own)).toEqual(quoted);
  },
);

test.each(entries)("$section: $key comes about and is said, no. $number", async (entry) => {
  for (const code of ["es", "en", "de"] as const) {
    const page = await entry.provoked(code);
    const said = page.dom
      .querySelectorAll("main [role=alert], main [role=status], main h1, main h1 + p")
      .map(({ text }) => text);
    expect(said.join("\n")).toContain(translated(code, entry.key));
    expect(page.dom.querySelector("html")?.getAttribute("lang")).toBe(code);
    expect(page.status).toBe(entry.status ?? 200);
  }
});
