import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addAccount,
  languages,
  logIn,
  noticeOf,
  password,
  said,
  setCookie,
  signedIn,
  valueOf,
} from "../support/accounts.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";
import type { TestVisitor } from "../support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

let persons = 0;
const somebody = () => signedIn(site, `person${++persons}`);

const save = (
  visitor: TestVisitor,
  names: { nombre_completo?: string; nombre_usuario?: string },
  lang = "es",
) => visitor.post(`/${lang}/profile`, { intent: "save", ...names });

const picture = async (type = "png", colour = "red") => {
  const create = { width: 300, height: 200, channels: 3 as const, background: colour };
  const bytes = await sharp({ create })
    .toFormat(type as "png")
    .toBuffer();
  return new File([new Uint8Array(bytes)], `photo.${type}`, { type: `image/${type}` });
};

const pictureOf = async (userId: string) =>
  (
    await site.db
      .selectFrom("usuarios")
      .select("avatar_url")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow()
  ).avatar_url;

test("strangers are sent to sign in and come back", async () => {
  const stranger = site.visitor();
  for (const ask of [
    () => stranger.get("/fr/profile"),
    () => save(stranger, { nombre_completo: "x" }, "fr"),
    async () => stranger.upload("/fr/profile", "avatar", await picture()),
    () => stranger.post("/fr/profile", { intent: "delete-account" }),
  ]) {
    const answer = await ask();
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      "/fr/auth?redirectTo=%2Ffr%2Fprofile",
    ]);
    expect(noticeOf(await stranger.follow(answer), "alert")).toBe(said("fr", "auth.mustLogin"));
  }
  expect((await stranger.get("/profile/data")).headers.get("Location")).toMatch(/\/auth$/);
});

test("names are saved; the e-mail address is shown and cannot be changed", async () => {
  const ana = await signedIn(site, "ana");
  const page = await ana.get("/en/profile");
  const email = page.dom.querySelector("#email")!;
  expect([
    email.getAttribute("value"),
    email.hasAttribute("readonly"),
    email.hasAttribute("name"),
  ]).toEqual(["ana@example.org", true, false]);
  const names = { nombre_completo: "  Ana   <b>López</b> ", nombre_usuario: "Ana_2" };
  const answer = await ana.post("/en/profile", {
    intent: "save",
    ...names,
    email: "evil@example.org",
    id: "x",
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/en/profile"]);
  const saved = await ana.follow(answer);
  expect(noticeOf(saved)).toBe(said("en", "profile.saved"));
  expect([valueOf(saved, "nombre_completo"), valueOf(saved, "nombre_usuario")]).toEqual([
    "Ana <b>López</b>",
    "Ana_2",
  ]);
  expect(saved.html).not.toContain("<b>López");
  expect(saved.html).not.toContain("evil@example.org");
});

test.each(languages)(
  "names that are wrong are refused in %s and stay in the form",
  async (lang) => {
    const visitor = await somebody();
    await addAccount(site.db, `owner_${lang}`);
    const good = { nombre_completo: "Señora X", nombre_usuario: "whoever" };
    const refusals: [number, string, Record<string, string>, string][] = [
      [422, "auth.fillIn", { nombre_completo: " " }, "nombre_completo"],
      [422, "auth.nameTooLong", { nombre_completo: "x".repeat(101) }, "nombre_completo"],
      [422, "auth.fillIn", { nombre_usuario: "" }, "nombre_usuario"],
      [422, "auth.usernameFormat", { nombre_usuario: "a-b" }, "nombre_usuario"],
      [409, "auth.usernameTaken", { nombre_usuario: "moderator" }, "nombre_usuario"],
      [409, "auth.usernameTaken", { nombre_usuario: `OWNER_${lang}` }, "nombre_usuario"],
    ];
    for (const [status, key, change, field] of refusals) {
      const page = await save(visitor, { ...good, ...change }, lang);
      expect(page).toBeRefused(status, lang, key, { fields: [field] });
      const typed = { ...good, ...change };
      expect(valueOf(page, "nombre_usuario") ?? "").toBe(typed.nombre_usuario);
    }
    expect(await visitor.post(`/${lang}/profile`, { intent: "x" })).toBeRefused(
      422,
      lang,
      "auth.failed",
    );
  },
);

test("a username that did not change is not checked, and may change its case", async () => {
  const visitor = await signedIn(site, "old", { username: "admin" });
  expect((await save(visitor, { nombre_completo: "New", nombre_usuario: "admin" })).status).toBe(
    303,
  );
  const bea = await signedIn(site, "bea");
  expect((await save(bea, { nombre_completo: "Bea", nombre_usuario: "BEA" })).status).toBe(303);
});

test("a picture is made small, square and WebP, and may be kept for ever under its address", async () => {
  const carla = await signedIn(site, "carla");
  const answer = await carla.upload("/es/profile", "avatar", await picture("jpeg"));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/es/profile"]);
  const page = await carla.follow(answer);
  expect(noticeOf(page)).toBe(said("es", "profile.photoSaved"));
  const url = (await pictureOf("carla"))!;
  expect(page.dom.querySelector("main img.avatar")?.getAttribute("src")).toBe(url);
  for (const reader of [site.visitor(), carla]) {
    const { headers } = await reader.get(url);
    expect([headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get("Content-Security-Policy")).toContain("sandbox");
  }
  const { body } = await site.bytes(url, {});
  const { format, width, height } = await sharp(body).metadata();
  expect([format, width, height]).toEqual(["webp", 256, 256]);
});

test.each(languages)(
  "what is no picture of ours is refused in %s, and the old picture stays",
  async (lang) => {
    const visitor = await somebody();
    const id = `person${persons}`;
    await visitor.upload(`/${lang}/profile`, "avatar", await picture());
    const before = await pictureOf(id);
    expect(before).not.toBeNull();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const html = "<!doctype html><script>alert(1)</script>";
    const hostile: [number, string, File | null][] = [
      [422, "profile.notAPicture", new File([svg], "a.svg", { type: "image/svg+xml" })],
      [422, "profile.notAPicture", new File([svg], "a.png", { type: "image/png" })],
      [422, "profile.notAPicture", new File([html], "a.png", { type: "image/png" })],
      [
        422,
        "profile.notAPicture",
        new File(["GIF89a"], "../../../etc/passwd", { type: "image/gif" }),
      ],
      [422, "profile.noPhoto", null],
      [
        413,
        "profile.tooLarge",
        new File([new Uint8Array(6 * 1024 * 1024)], "a.png", { type: "image/png" }),
      ],
    ];
    for (const [status, key, file] of hostile)
      expect(await visitor.upload(`/${lang}/profile`, "avatar", file)).toBeRefused(
        status,
        lang,
        key,
      );
    expect(await pictureOf(id)).toBe(before);
    expect((await site.get(before!)).status).toBe(200);
  },
);

test("an upload that is none of ours is refused", async () => {
  const dora = await signedIn(site, "dora");
  for (const [type, body, status] of [
    ["multipart/form-data", "x", 400],
    ["multipart/form-data; boundary=x", "no part at all", 400],
    [
      "multipart/form-data; boundary=x",
      "--x\r\nContent-Disposition: form-data; name=avatar; filename=a\r\n\r\ncut off",
      400,
    ],
    ["application/json", '{"intent":"save"}', 400],
  ] as const) {
    const headers = { "Content-Type": type, "Content-Length": String(body.length) };
    const page = await dora.request("/es/profile", { method: "POST", body, headers });
    expect([type, page.status]).toEqual([type, status]);
  }
  expect((await dora.upload("/es/profile", "another", await picture())).status).toBe(422);
});

test("another person's data are out of reach", async () => {
  const eva = await signedIn(site, "eva");
  await addAccount(site.db, "flo");
  const fields = { nombre_completo: "Eva", nombre_usuario: "eva", user_id: "flo", id: "flo" };
  await eva.post("/es/profile?id=flo", { intent: "save", ...fields });
  const { nombre_completo } = await site.db
    .selectFrom("usuarios")
    .select("nombre_completo")
    .where("id", "=", "flo")
    .executeTakeFirstOrThrow();
  expect(nombre_completo).toBe("Señora flo");
  for (const path of [
    "/avatars/../session-secret/avatar.webp",
    "/avatars/%2e%2e/avatar.webp",
    "/avatars/..%2f..%2f/avatar.webp",
    "/avatars/eva/avatar.svg",
    "/avatars/eva%00/avatar.webp",
  ])
    expect((await site.get(path)).status).not.toBe(200);
});

test("everything that is kept of a person is theirs to take along, but no hash of anything", async () => {
  const gina = await signedIn(site, "gina");
  const answer = await gina.get("/profile/data");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="sosia.json"');
  const data = JSON.parse(answer.html) as { profile: { email: string }; sessions: unknown[] };
  expect([data.profile.email, data.sessions.length]).toEqual(["gina@example.org", 1]);
  expect(answer.html).not.toMatch(/\$2[aby]\$|hash|clave/u);
  const { token_hash, client_hash } = await site.db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", "gina")
    .executeTakeFirstOrThrow();
  for (const secret of [token_hash, client_hash]) expect(answer.html).not.toContain(secret);
});

test.each(languages)(
  "an account is deleted with the right password only, which is said in %s",
  async (lang) => {
    const visitor = await somebody();
    for (const wrong of ["", "wrong1234"]) {
      const fields = { intent: "delete-account", password: wrong };
      const page = await visitor.post(`/${lang}/profile`, fields);
      expect(page).toBeRefused(401, lang, "profile.wrongPassword", { fields: ["password"] });
      expect(page.dom.querySelector("details.leave")?.hasAttribute("open")).toBe(true);
    }
  },
);

test("whoever leaves takes reviews, picture and sessions along, and the votes stay counted", async () => {
  const hilda = await signedIn(site, "hilda");
  const elsewhere = site.visitor();
  await logIn(elsewhere, "hilda");
  await hilda.upload("/es/profile", "avatar", await picture());
  const url = (await pictureOf("hilda"))!;
  const folder = join(site.config.uploadsFolder, "hilda");
  expect(existsSync(folder)).toBe(true);
  const dupe = await addDupe(
    site.db,
    await addPerfume(site.db, "Creed", "Aventus"),
    "Armaf",
    "Club",
  );
  const created_at = new Date().toISOString();
  const mine = { dupe_id: dupe, user_id: "hilda", created_at };
  await site.db
    .insertInto("user_votes")
    .values({ ...mine, voto: 1 })
    .execute();
  await site.db
    .insertInto("dupe_reviews")
    .values({ ...mine, description: "Good" })
    .execute();

  const answer = await hilda.post("/es/profile", { intent: "delete-account", password });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/es"]);
  expect(setCookie(answer, "auth_token")).toContain("Max-Age=0");
  expect(noticeOf(await hilda.follow(answer))).toBe(said("es", "profile.deleted"));

  expect(await elsewhere.isSignedIn()).toBe(false);
  expect((await logIn(elsewhere, "hilda")).status).toBe(401);
  expect(existsSync(folder)).toBe(false);
  expect((await site.get(url)).status).toBe(404);
  expect(await site.db.selectFrom("dupe_reviews").selectAll().execute()).toEqual([]);
  const votes = await site.db.selectFrom("user_votes").select(["user_id", "voto"]).execute();
  expect(votes).toEqual([{ user_id: null, voto: 1 }]);
  expect(
    await site.db
      .selectFrom("accounts")
      .select("email")
      .where("email", "=", "hilda@example.org")
      .execute(),
  ).toEqual([]);
});

test("a picture that is on its way when its owner leaves does not stay behind", async () => {
  const ida = await signedIn(site, "ida");
  const upload = ida.upload("/es/profile", "avatar", await picture());
  const left = ida.post("/es/profile", { intent: "delete-account", password });
  await Promise.all([upload, left]);
  expect(existsSync(join(site.config.uploadsFolder, "ida"))).toBe(false);
});
