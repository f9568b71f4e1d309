import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { filesIn, writeFiles } from "../../tests/support/backups.ts";
import { runCommand } from "../../tests/support/command.ts";
import { type StandInS3, startStandInS3 } from "../../tests/support/stand-in-s3.ts";

let server: StandInS3;
beforeAll(async () => {
  server = await startStandInS3();
});
afterAll(() => server.close());

const photo = (perfume: number, size: "card" | "page") =>
  `photos/${perfume}/${size}-0123456789abcdef.webp`;

const avatars = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`person-${n}/avatar.webp`, `face ${n}`]),
);
const photos = { [photo(1, "card")]: "small", [photo(1, "page")]: "large" };
const others = {
  "person-1/avatar.webp.draft": "half",
  "notes.txt": "mine",
  "photos/1/cat.webp": "cat",
};

let from: string;
beforeEach(() => {
  from = mkdtempSync(join(tmpdir(), "sosia-copy-"));
  writeFiles(from, { ...avatars, ...photos, ...others });
  server.files.clear();
  server.fault = server.faultOf = null;
  server.asked.length = 0;
});

const copy = (...words: string[]) => runCommand("uploads-copy", "", words);

const puts = () => server.asked.filter((one) => one.startsWith("PUT ") && !one.endsWith(".check"));
const inStore = () =>
  Object.fromEntries([...server.files].map(([key, { bytes }]) => [key, bytes.toString()]));

test("all pictures are copied to a store and back, other files are not, and a second run writes nothing", async () => {
  const total = "20 avatars and 2 photos are in the target; ";
  expect(await copy(from, server.url)).toEqual({
    code: 0,
    out: `${total}0 of them were there already; 3 files with other names left out.\n`,
    err: "",
  });
  expect(inStore()).toEqual({ ...avatars, ...photos });
  expect(puts()).toHaveLength(22);

  expect((await copy(from, server.url)).out).toContain(
    `${total}22 of them were there already; 3 files`,
  );
  expect(puts()).toHaveLength(22);

  const back = join(from, "../", `${from.split("/").at(-1)}-back`);
  expect((await copy(server.url, back)).out).toBe(`${total}0 of them were there already.\n`);
  for (const key of Object.keys(others)) rmSync(join(from, key));
  expect(filesIn(back)).toEqual(filesIn(from));
});

test("a picture with different content of the same length is rewritten, and pictures only in the target are reported", async () => {
  await copy(from, server.url);
  server.files.set("person-3/avatar.webp", { bytes: Buffer.from("FACE 3"), modified: new Date() });
  server.files.set("person-4/avatar.webp", { bytes: Buffer.from("longer"), modified: new Date() });
  server.files.delete(photo(1, "card"));
  server.files.set("gone/avatar.webp", { bytes: Buffer.from("x"), modified: new Date() });
  expect((await copy(from, server.url)).out).toBe(
    "20 avatars and 2 photos are in the target; 19 of them were there already; 3 files with other names left out; 1 picture only in the target.\n",
  );
  expect(inStore()).toMatchObject({ ...avatars, ...photos });
  expect(inStore()).toHaveProperty(["gone/avatar.webp"]);
});

test("a store that refuses or corrupts a write gives a one-line error without its secret, and the copy can be resumed", async () => {
  const asks: [string, () => void][] = [
    ["answered 403 (SignatureDoesNotMatch)", () => {}],
    ["answered 403 (AccessDenied)", () => (server.fault = 403)],
    ["answered 500 (InternalError)", () => (server.fault = 500)],
    ["cannot be reached", () => (server.fault = "drop")],
  ];
  for (const [said, begin] of asks) {
    begin();
    const wrong = server.fault === null ? server.url.replace("s3cret", "wr0ng") : server.url;
    const { code, out, err } = await copy(from, wrong);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^The picture store at 127\.0\.0\.1:\d+\/pictures .*\n$/u);
    expect(err).toContain(said);
    expect(err).not.toMatch(/s3cret|wr0ng/u);
  }
  server.fault = null;
  server.garbles = true;
  const { code, err } = await copy(from, server.url);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^\S+ was not copied correctly: the copy differs from the original\.\n$/u,
    ),
  ]);
  server.garbles = false;
  expect((await copy(from, server.url)).code).toBe(0);
  expect(inStore()).toEqual({ ...avatars, ...photos });
});

test.each([[[]], [["./a"]], [["./a", "./b", "./c"]]])(
  "%j is refused with the usage",
  async (words) => {
    const { code, err } = await copy(...words);
    expect(code).toBe(2);
    expect(err).toMatch(/^Usage: npm run uploads:copy -- FROM TO/u);
  },
);

test("a missing source and an invalid address give a one-line error each", async () => {
  expect(await copy(join(from, "nowhere"), server.url)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^ENOENT.*nowhere'\n$/u),
  });
  expect(await copy(from, "s3+https://KEY:s3cret@store.example")).toEqual({
    code: 1,
    out: "",
    err: "Not a store address: it must be s3+https://KEY:SECRET@endpoint/bucket?region=….\n",
  });
});
