import { expect, test } from "vitest";
import { readUpload } from "./read-upload.ts";

const maxFileBytes = 100_000;
const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const end = `--${boundary}--\r\n`;
const badRequest = { init: { status: 400 } };

const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

const intent = part('name="intent"', "avatar");

const avatar = (content: string, name = "avatar") =>
  part(`name="${name}"; filename="me.png"\r\nContent-Type: image/png`, content);

/** A posted form in chunks of the given size; `sent` counts the bytes requested. */
function post(body: Iterable<Uint8Array>, type = `multipart/form-data; boundary=${boundary}`) {
  const seen = { sent: 0 };
  const pieces = body[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) return controller.close();
        seen.sent += value.length;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "Content-Type": type },
    body: stream,
    duplex: "half",
  };
  return { request: new Request("http://localhost/profile", init), seen };
}

function* inPieces(body: string, size: number) {
  const bytes = Buffer.from(body, "utf8");
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (body: string, pieces = body.length) =>
  readUpload(post(inPieces(body, pieces)).request, "avatar", maxFileBytes);

test("the file's bytes and the text fields are read, whatever the chunk size", async () => {
  const body = intent + avatar("\r\n--not the end\r\n") + end;
  for (let pieces = 1; pieces <= Buffer.byteLength(body); pieces++) {
    const form = await read(body, pieces);
    if (form === "too-large") throw new Error(`too large in pieces of ${pieces}`);
    expect(form.fields.get("intent")).toBe("avatar");
    expect(Buffer.from(form.file!).toString()).toBe("\r\n--not the end\r\n");
  }
});

test("uploads are read as browsers send them", async () => {
  const sent = new FormData();
  sent.set("intent", "avatar");
  sent.set("avatar", new File([new Uint8Array([0, 255, 13, 10])], 'a"b.png'));
  const request = new Request("http://localhost/profile", { method: "POST", body: sent });
  const form = await readUpload(request, "avatar", maxFileBytes);
  expect(form).toMatchObject({ file: new Uint8Array([0, 255, 13, 10]) });
});

test("an empty file, a file in another field and a text do not count as a file", async () => {
  const none = 'name="avatar"; filename=""\r\nContent-Type: application/octet-stream';
  for (const file of [
    "",
    part(none, ""),
    avatar(""),
    avatar("x", "other"),
    part('name="avatar"', "x"),
  ])
    expect(await read(intent + file + end)).toMatchObject({ file: null });
});

test("a file of the maximum size is read, one byte more is too large", async () => {
  expect(await read(avatar("x".repeat(maxFileBytes)) + end, 1000)).toMatchObject({
    file: { length: maxFileBytes },
  });
  expect(await read(avatar("x".repeat(maxFileBytes + 1)) + end, 1000)).toBe("too-large");
  expect(await read(part('name="text"', "x".repeat(maxFileBytes + 1)) + end, 1000)).toBe(
    "too-large",
  );
});

test("many fields that are together too large are refused", async () => {
  const fields = part('name="text"', "x".repeat(maxFileBytes - 1)).repeat(3);
  expect(await read(fields + end, 1000)).toBe("too-large");
});

test("an upload that is too large is not read further, and the rest can be discarded", async () => {
  function* endless() {
    yield* inPieces(avatar("").trimEnd(), 1000);
    yield Buffer.from("\r\n\r\n");
    for (;;) yield Buffer.alloc(1000);
  }
  const { request, seen } = post(endless());
  expect(await readUpload(request, "avatar", maxFileBytes)).toBe("too-large");
  expect(request.body!.locked).toBe(false);
  expect(seen.sent).toBeLessThan(maxFileBytes + 3000);
});

test("too many files, too many fields and endless headers are refused, and the rest can be discarded", async () => {
  const header = part(`name="x"\r\nX-Long: ${"x".repeat(10_000)}`, "");
  const rest = "x".repeat(50_000);
  for (const body of [
    avatar("x") + avatar("x") + part('name="rest"', rest) + end,
    part('name="x"', "x").repeat(21) + part('name="rest"', rest) + end,
    header + part('name="rest"', rest) + end,
  ]) {
    const { request, seen } = post(inPieces(body, 1000));
    await expect(readUpload(request, "avatar", maxFileBytes)).rejects.toMatchObject(badRequest);
    expect(request.body!.locked).toBe(false);
    expect(seen.sent).toBeLessThan(body.length);
  }
});

test("a body that is not a multipart form, or that ends too early, is refused", async () => {
  const whole = intent + avatar("x") + end;
  for (const body of [
    "",
    "nonsense",
    whole.slice(0, -6),
    intent,
    part('name="a"', "a").replaceAll(boundary, "another") + end,
  ])
    await expect(read(body, 10), body).rejects.toMatchObject(badRequest);
});

test("text that is not UTF-8 is refused", async () => {
  const { request } = post([Buffer.from(part('name="intent"', "\xff") + end, "latin1")]);
  await expect(readUpload(request, "avatar", maxFileBytes)).rejects.toMatchObject(badRequest);
});

test("bodies of other types are refused unread", async () => {
  for (const type of [
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/mixed; boundary=x",
    "multipart/form-data",
    "Multipart/Form-Data; boundary=x",
  ]) {
    const { request, seen } = post(inPieces(intent + end, 10), type);
    await expect(readUpload(request, "avatar", maxFileBytes)).rejects.toMatchObject(badRequest);
    expect(seen.sent).toBe(0);
  }
});

test("a connection that breaks is refused like a body that ends too early", async () => {
  function* breaking() {
    yield Buffer.from(intent);
    throw new Error("ECONNRESET");
  }
  const { request } = post(breaking());
  await expect(readUpload(request, "avatar", maxFileBytes)).rejects.toMatchObject(badRequest);
});
