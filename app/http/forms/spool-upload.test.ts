import { mkdtempSync, readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { spoolUpload } from "./spool-upload.ts";

const maxFileBytes = 300_000;

const freshFolder = () => join(mkdtempSync(join(tmpdir(), "sosia-spool-")), "uploads");

function post(file: Uint8Array<ArrayBuffer> | null) {
  const form = new FormData();
  form.set("avatar", new File(file ? [file] : [], "a.png"));
  return new Request("http://localhost/profile", { method: "POST", body: form });
}

/** A body in chunks; `seen` counts those that were read. */
function inPieces(pieces: () => Generator<Uint8Array>) {
  const seen = { pieces: 0 };
  const all = pieces();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = all.next();
        if (done) return controller.close();
        seen.pieces += 1;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  return { request: new Request("http://localhost/profile", init), seen };
}

const spool = (request: Request, folder = freshFolder()) =>
  spoolUpload(request, "avatar", maxFileBytes, folder);

async function spooled(request: Request, folder?: string) {
  const upload = await spool(request, folder);
  if (upload === "too-large") throw new Error(upload);
  return upload;
}

test("a body that is already being discarded, because its client has disconnected, is 400, not an internal error", async () => {
  const request = post(new Uint8Array(1000));
  request.body?.getReader();
  await expect(spool(request)).rejects.toMatchObject({ init: { status: 400 } });
});

test("a spooled upload can be read more than once, and leaves no file in its folder", async () => {
  const folder = freshFolder();
  const file = crypto.getRandomValues(new Uint8Array(50_000));
  const upload = await spooled(post(file), folder);
  expect(upload.size).toBeGreaterThan(file.length);
  expect(readdirSync(folder)).toEqual([]);
  for (let n = 0; n < 2; n++)
    expect(Buffer.from((await upload.read()) as Uint8Array)).toEqual(Buffer.from(file));
  await upload.close();
});

test("no file stays open after a finished, refused or broken upload", async () => {
  const folder = freshFolder();
  const open = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false;
      }
    });
  const upload = await spooled(post(new Uint8Array(10)), folder);
  expect(open()).toHaveLength(1);
  await upload.read();
  await upload.close();
  await spool(post(new Uint8Array(maxFileBytes + 100_000)), folder);
  await spool(
    inPieces(function* () {
      yield Buffer.from("--x\r\n");
      throw new Error("ECONNRESET");
    }).request,
    folder,
  ).catch(() => undefined);
  expect(open()).toEqual([]);
});

test("a form without a file is read, and a file with one byte too many is refused", async () => {
  expect(await (await spooled(post(null))).read()).toBe("empty");
  const largest = await spooled(post(new Uint8Array(maxFileBytes)));
  expect(await largest.read()).toHaveLength(maxFileBytes);
  expect(await (await spooled(post(new Uint8Array(maxFileBytes + 1)))).read()).toBe("too-large");
});

test("an endless body is abandoned as soon as it is too large", async () => {
  const { request, seen } = inPieces(function* () {
    for (;;) yield Buffer.alloc(10_000);
  });
  expect(await spool(request)).toBe("too-large");
  expect(seen.pieces).toBeLessThan(50);
  // The rest is left to the code that discards it.
  expect(request.body!.locked).toBe(false);
});

test("an incomplete body is 400; an unwritable disk is an internal error", async () => {
  const { request } = inPieces(function* () {
    yield Buffer.from("--x\r\n");
    throw new Error("ECONNRESET");
  });
  await expect(spool(request)).rejects.toMatchObject({ init: { status: 400 } });
  await expect(spool(post(new Uint8Array(9)), "/dev/null/x")).rejects.toThrow("/dev/null");
  const early = await spooled(
    inPieces(function* () {
      yield Buffer.from("--x\r\ncut off");
    }).request,
  );
  await expect(early.read()).rejects.toMatchObject({ init: { status: 400 } });
});

test("an upload that stalls is abandoned", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.from("--x\r\n")),
      pull: () => asked.resolve(),
    },
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  const refused = expect(spool(new Request("http://localhost", init))).rejects.toMatchObject({
    init: { status: 400 },
  });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(21_000);
  await refused;
  expect(body.locked).toBe(false);
});
