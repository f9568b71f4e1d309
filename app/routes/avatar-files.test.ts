import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { avatarVersion, createAvatarStore } from "#app/domain/accounts/avatars.ts";
import { type Services, services } from "#app/http/middleware/context.ts";
import { createFolderStore } from "#app/uploads/folder-store.ts";
import { loader } from "./avatar-files.ts";

const store = createAvatarStore(createFolderStore(mkdtempSync(join(tmpdir(), "sosia-avatars-"))));
const context = new RouterContextProvider();
context.set(services, { avatars: { store } } as Services);

const picture = Buffer.from("RIFF....WEBP");
const version = avatarVersion(picture);
const year = "public, max-age=31536000, immutable";
const short = "public, max-age=300";

beforeEach(() => store.put("ana", picture));

function get(userId: string, file: string, search = "", headers: HeadersInit = {}) {
  const url = new URL(`http://localhost/avatars/${userId}/${file}${search}`);
  const request = new Request(url, { headers });
  const args = { params: { userId, file }, request, url, context };
  return loader(args as unknown as Parameters<typeof loader>[0]);
}

test("an avatar is served so that browsers treat it only as a picture", async () => {
  const answer = await get("ana", "avatar.webp");
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
});

test("caches keep it for a year at the address with the current version, for five minutes at any other", async () => {
  const kept = async (search: string) =>
    (await get("ana", "avatar.webp", search)).headers.get("Cache-Control");
  expect(await kept(`?v=${version}`)).toBe(year);
  expect([await kept(""), await kept("?v="), await kept("?v=0000000000")]).toEqual([
    short,
    short,
    short,
  ]);
});

test("a client with the current ETag gets 304", async () => {
  const etag = (await get("ana", "avatar.webp")).headers.get("ETag")!;
  const again = await get("ana", "avatar.webp", `?v=${version}`, {
    "If-None-Match": `"a", ${etag}`,
  });
  expect([again.status, again.headers.get("Cache-Control"), await again.text()]).toEqual([
    304,
    year,
    "",
  ]);
  await store.put("ana", Buffer.from("another"));
  expect((await get("ana", "avatar.webp", "", { "If-None-Match": etag })).status).toBe(200);
});

test("the avatar of an unknown user and other files are not found", async () => {
  for (const [id, file] of [
    ["eva", "avatar.webp"],
    ["..", "avatar.webp"],
    ["ana", "avatar.svg"],
    ["ana", "..%2Favatar.webp"],
    ["ana", ""],
  ] as const)
    expect((await get(id, file)).status, `${id}/${file}`).toBe(404);
});

test("an unreadable disk is 503, any other failure is thrown", async () => {
  const complained = vi.spyOn(console, "error").mockReturnValue();
  const read = vi.spyOn(store, "get");
  read.mockRejectedValueOnce(Object.assign(new Error("i/o error"), { code: "EIO" }));
  const answer = await get("ana", "avatar.webp");
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(complained).toHaveBeenCalledOnce();
  read.mockRejectedValueOnce(new TypeError("a bug"));
  await expect(get("ana", "avatar.webp")).rejects.toThrow("a bug");
  vi.restoreAllMocks();
});
