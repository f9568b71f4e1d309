import { expect, test } from "vitest";
import { readUpload } from "./read-upload.ts";

const maxFileBytes = 100_000;
const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const multipart = `multipart/form-data; boundary=${boundary}`;
const end = `--${boundary}--\r\n`;
const badRequest = { init: { status: 400 } };

const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

const intent = part('name="intent"', "avatar");

const avatar = (content: string, name = "avatar") =>
  part(`name="${name}"; filename="me.png"\r\nContent-Type: image/png`, content);

async function* inPieces(body: string, size: number) {
  const bytes = Buffer.from(body, "latin1");
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (body: string, pieces = body.length, type = multipart) =>
  readUpload(type, inPieces(body, pieces), "avatar", maxFileBytes);

test("the file's bytes are read, whatever the chunk size", async () => {
  const body = intent + avatar("\r\n--not the end\r\n") + end;
  for (let pieces = 1; pieces <= body.length; pieces++)
    expect(await read(body, pieces)).toEqual(Uint8Array.from(Buffer.from("\r\n--not the end\r\n")));
});

test("uploads are read as browsers send them", async () => {
  const sent = new FormData();
  sent.set("intent", "avatar");
  sent.set("avatar", new File([new Uint8Array([0, 255, 13, 10])], 'a"b.png'));
  const { headers, body } = new Request("http://localhost", { method: "POST", body: sent });
  const file = await readUpload(headers.get("Content-Type"), body!, "avatar", maxFileBytes);
  expect(file).toEqual(new Uint8Array([0, 255, 13, 10]));
});

test.each([
  ["no part", ""],
  ["no file", part('name="avatar"; filename=""\r\nContent-Type: application/octet-stream', "")],
  ["an empty file", avatar("")],
  ["a file in another field", avatar("x", "other")],
  ["a text", part('name="avatar"', "x")],
])("%s counts as empty", async (_, file) => {
  expect(await read(intent + file + end)).toBe("empty");
});

test.each([
  ["a file of one byte more than the maximum", avatar("x".repeat(maxFileBytes + 1))],
  ["a field that is too large", part('name="text"', "x".repeat(maxFileBytes + 1))],
  ["many fields", part('name="text"', "x".repeat(maxFileBytes - 1)).repeat(3)],
])("%s is too large, and a file of the maximum size is not", async (_, parts) => {
  expect(await read(parts + end, 1000)).toBe("too-large");
  expect(await read(avatar("x".repeat(maxFileBytes)) + end, 1000)).toHaveLength(maxFileBytes);
});

const whole = intent + avatar("x") + end;

test.each([
  ["an empty body", ""],
  ["no form", "nonsense"],
  ["a form that ends too early", whole.slice(0, -6)],
  ["a form without an end", intent],
  ["another boundary", part('name="a"', "a").replaceAll(boundary, "another") + end],
  ["text that is not UTF-8", part('name="intent"', "\xff") + end],
  ["two files", avatar("x") + avatar("x") + end],
  ["too many fields", part('name="x"', "x").repeat(21) + end],
  ["endless headers", part(`name="x"\r\nX-Long: ${"x".repeat(10_000)}`, "") + end],
])("%s is refused", async (_, body) => {
  await expect(read(body, 10)).rejects.toMatchObject(badRequest);
});

test.each([
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/mixed; boundary=x",
  "multipart/form-data",
  "Multipart/Form-Data; boundary=x",
])("a body of type %s is refused", async (type) => {
  await expect(read(whole, 10, type)).rejects.toMatchObject(badRequest);
});
