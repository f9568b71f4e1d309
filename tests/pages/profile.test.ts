import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { limits } from "#app/limits/limit-table.ts";
import { createPictureRenderer } from "#app/uploads/picture-renderer.ts";
import { addAccount, password } from "../support/accounts.ts";
import { setCookieHeader, type TestBrowser } from "../support/browser.ts";
import { fieldValue } from "../support/form-page.ts";
import { heic } from "../support/pictures.ts";
import { useUp } from "../support/use-up.ts";
import { signedIn, logIn } from "../support/sign-in.ts";
import "../support/matchers.ts";
import type { MessageKey } from "../support/translations.ts";
import { twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let persons = 0;
const somebody = () => signedIn(site, `person${++persons}`);

const save = (
  visitor: TestBrowser,
  names: { nombre_completo?: string; nombre_usuario?: string },
  language: Language = "es",
) => visitor.post(`/${language}/profile`, { intent: "save", ...names });

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

test("a signed-out person is redirected to sign-in and back", async () => {
  const stranger = site.newBrowser();
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
    expect(await stranger.follow(answer)).toShow("fr", "auth.mustLogin", { role: "alert" });
  }
  expect((await stranger.get("/profile/data")).headers.get("Location")).toMatch(/\/auth$/);
});

test("names are saved; the email address is shown and cannot be changed", async () => {
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
  expect(saved).toShow("en", "profile.saved");
  expect([fieldValue(saved, "nombre_completo"), fieldValue(saved, "nombre_usuario")]).toEqual([
    "Ana <b>López</b>",
    "Ana_2",
  ]);
  expect(saved.html).not.toContain("<b>López");
  expect(saved.html).not.toContain("evil@example.org");
});

test.each(twoLanguages)(
  "invalid names are refused in %s and stay in the form",
  async (language) => {
    const visitor = await somebody();
    await addAccount(site.db, `owner_${language}`);
    const good = { nombre_completo: "Señora X", nombre_usuario: "any_name" };
    const refusals: [number, MessageKey, Record<string, string>, string][] = [
      [422, "auth.fillIn", { nombre_completo: " " }, "nombre_completo"],
      [422, "auth.nameTooLong", { nombre_completo: "x".repeat(101) }, "nombre_completo"],
      [422, "auth.fillIn", { nombre_usuario: "" }, "nombre_usuario"],
      [422, "auth.usernameFormat", { nombre_usuario: "a-b" }, "nombre_usuario"],
      [422, "auth.usernameReserved", { nombre_usuario: "moderator" }, "nombre_usuario"],
      [409, "auth.usernameTaken", { nombre_usuario: `OWNER_${language}` }, "nombre_usuario"],
    ];
    for (const [status, key, change, field] of refusals) {
      const page = await save(visitor, { ...good, ...change }, language);
      expect(page).toBeRefused(status, language, key, { fields: [field] });
      const typed = { ...good, ...change };
      expect(fieldValue(page, "nombre_usuario") ?? "").toBe(typed.nombre_usuario);
    }
    expect(await visitor.post(`/${language}/profile`, { intent: "x" })).toBeRefused(
      422,
      language,
      "auth.failed",
    );
  },
);

test("a picture becomes a small square WebP, cacheable for a year", async () => {
  const carla = await signedIn(site, "carla");
  const answer = await carla.upload("/es/profile", "avatar", await picture("jpeg"));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/es/profile"]);
  const page = await carla.follow(answer);
  expect(page).toShow("es", "profile.photoSaved");
  const url = (await pictureOf("carla"))!;
  expect(page.dom.querySelector("main img.avatar")?.getAttribute("src")).toBe(url);
  for (const reader of [site.newBrowser(), carla]) {
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

test.each(twoLanguages)(
  "a file that is not a picture is refused in %s, and the old picture stays",
  async (language) => {
    const visitor = await somebody();
    const id = `person${persons}`;
    await visitor.upload(`/${language}/profile`, "avatar", await picture());
    const before = await pictureOf(id);
    expect(before).not.toBeNull();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const png = (bytes: string | Uint8Array<ArrayBuffer>) =>
      new File([bytes], "a.png", { type: "image/png" });
    const hostile: [number, MessageKey, File | null][] = [
      [422, "profile.notAPicture", png(svg)],
      [422, "profile.notAPicture", new File(["GIF89a"], "../../etc/passwd")],
      [422, "profile.heic", png(new Uint8Array(heic))],
      [422, "profile.noPhoto", null],
      [422, "profile.notAPicture", png(new Uint8Array(15 * 1024 * 1024))],
      [413, "profile.tooLarge", png(new Uint8Array(15 * 1024 * 1024 + 1))],
    ];
    for (const [status, key, file] of hostile)
      expect(await visitor.upload(`/${language}/profile`, "avatar", file)).toBeRefused(
        status,
        language,
        key,
      );
    expect(await pictureOf(id)).toBe(before);
    expect((await site.get(before!)).status).toBe(200);
  },
);

test("browsers are not offered HEIC, so iPhones send JPEG", async () => {
  const greta = await signedIn(site, "greta");
  const field = (await greta.get("/es/profile")).dom.querySelector("input[name=avatar]");
  expect(field?.getAttribute("accept")?.split(",")).toContain("image/jpeg");
  expect(field?.getAttribute("accept")).not.toMatch(/heic|heif|image\/\*/u);
});

test("while a person's photo, or too many, are processed their next one is refused", async () => {
  const ana = await signedIn(site, "waiting");
  const send = async () => ana.upload("/es/profile", "avatar", await picture());
  const enter = (who: string) => site.services.avatars.gate.enter(who, 10);
  const leave = enter(ana.id) as () => void;
  const refused = await send();
  expect(refused).toBeRefused(503, "es", "profile.yoursFirst");
  expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/u);
  leave();
  const leaves: (() => void)[] = [];
  for (let place = enter("0"); typeof place !== "string"; place = enter(`${leaves.length}`))
    leaves.push(place);
  expect(await send()).toBeRefused(503, "es", "profile.photosBusy");
  for (const one of leaves) one();
  expect((await send()).status).toBe(303);
});

test("a photo that is not decoded in time may be sent again (RULES.md 12.7)", async () => {
  const { avatars } = site.services;
  const { renderer } = avatars;
  const hurried = createPictureRenderer(1);
  avatars.renderer = hurried;
  const visitor = await signedIn(site, "slow_photo");
  const refused = await visitor.upload("/es/profile", "avatar", await picture());
  expect(refused).toBeRefused(503, "es", "profile.photosBusy");
  expect(refused.headers.get("Retry-After")).toBe("10");
  avatars.renderer = renderer;
  await hurried.close();
});

test("nobody can change another person's data", async () => {
  const eva = await signedIn(site, "eva");
  await addAccount(site.db, "flo");
  const fields = { nombre_completo: "Eva", nombre_usuario: "eva", user_id: "flo", id: "flo" };
  await eva.post("/es/profile?id=flo", { intent: "save", ...fields });
  const { nombre_completo } = await site.db
    .selectFrom("usuarios")
    .select("nombre_completo")
    .where("id", "=", "flo")
    .executeTakeFirstOrThrow();
  expect(nombre_completo).toBe("Full name of flo");
});

test("a person can download everything stored about them, without any hash", async () => {
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

test.each(twoLanguages)(
  "an account is deleted only with the right password, and a wrong one is refused in %s",
  async (language) => {
    const visitor = await somebody();
    for (const wrong of ["", "wrong1234"]) {
      const fields = { intent: "delete-account", password: wrong };
      const page = await visitor.post(`/${language}/profile`, fields);
      expect(page).toBeRefused(401, language, "profile.wrongPassword", { fields: ["password"] });
      expect(page.dom.querySelector("details.leave")?.hasAttribute("open")).toBe(true);
    }
  },
);

test("deleting an account ends every session and deletes the picture", async () => {
  const hilda = await signedIn(site, "hilda");
  const elsewhere = site.newBrowser();
  await logIn(elsewhere, "hilda");
  await hilda.upload("/es/profile", "avatar", await picture());
  const url = (await pictureOf("hilda"))!;
  const folder = join(site.config.uploadsFolder, "hilda");
  expect(existsSync(folder)).toBe(true);
  const answer = await hilda.post("/es/profile", { intent: "delete-account", password });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/es"]);
  expect(setCookieHeader(answer, "auth_token")).toContain("Max-Age=0");
  expect(await hilda.follow(answer)).toShow("es", "profile.deleted");

  expect(await elsewhere.isSignedIn()).toBe(false);
  expect((await logIn(elsewhere, "hilda")).status).toBe(401);
  expect(existsSync(folder)).toBe(false);
  expect((await site.get(url)).status).toBe(404);
});

test("a refused picture costs no upload (RULES.md 12.9)", async () => {
  const nora = await signedIn(site, "nora");
  const broken = new File(["not a picture"], "a.png");
  await useUp(site, limits.actionsOfUser.points - 1, ["actionsOfUser", `avatar\n${nora.id}`]);
  for (let n = 0; n < 2; n++)
    expect((await nora.upload("/es/profile", "avatar", broken)).status).toBe(422);
  expect((await nora.upload("/es/profile", "avatar", await picture())).status).toBe(303);
});
