import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { linesOf } from "./log-file.ts";

const folder = () => mkdtempSync(join(tmpdir(), "sosia-log-"));

function written(content: string | Buffer): string {
  const file = join(folder(), "access.log");
  writeFileSync(file, content);
  return file;
}

async function read(file: string) {
  const found: { text: string | null; end: number; digest: string }[] = [];
  for await (const { text, end, digest } of linesOf(file))
    found.push({ text, end, digest: digest() });
  return found;
}

const texts = async (content: string | Buffer) =>
  (await read(written(content))).map((line) => line.text);

test("complete lines are read, even empty ones, but not an unfinished last line", async () => {
  expect(await texts("one\n\nzwölf\nhalf")).toEqual(["one", "", "zwölf"]);
  expect(await texts("")).toEqual([]);
});

test("a line spanning many chunks is read whole; one that is too long is skipped", async () => {
  const long = "x".repeat(200_000);
  const tooLong = "y".repeat(3_000_000);
  expect(await texts(`a\n${long}\n${tooLong}\nb\n${tooLong}`)).toEqual(["a", long, null, "b"]);
});

test("a compressed log equals the original, even with several gzip members or another name", async () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `line ${n}\n`);
  const [first, second] = [lines.slice(0, 20_000).join(""), lines.slice(20_000).join("")];
  const plain = await read(written(first + second));
  expect(plain).toHaveLength(50_000);
  expect(await read(written(Buffer.concat([gzipSync(first), gzipSync(second)])))).toEqual(plain);
});

test("a digest covers the lines so far, whatever follows", async () => {
  const short = (await read(written("one\ntwo\n"))).at(-1)!;
  const longer = await read(written("one\ntwo\nthree\nfour"));
  expect(longer[1]).toEqual(short);
  let last;
  for await (const line of linesOf(written("one\ntwo\nhalf"))) last = line;
  expect([last!.end, last!.digest()]).toEqual([short.end, short.digest]);
  expect(new Set(longer.map((line) => line.digest)).size).toBe(3);
});

test("damaged data is an error", async () => {
  const whole = gzipSync("one\n".repeat(10_000));
  await expect(texts(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
    code: "Z_BUF_ERROR",
  });
  await expect(read("/nowhere/access.log")).rejects.toMatchObject({ code: "ENOENT" });
});
