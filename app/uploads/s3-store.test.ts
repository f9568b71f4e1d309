import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { itIsAFileStore, keysOf } from "../../tests/support/store-contract.ts";
import { type Fault, type StandInS3, startStandInS3 } from "../../tests/support/stand-in-s3.ts";
import type { FileStore } from "./file-store.ts";
import { openFileStore } from "./open-store.ts";
import { s3AddressOf } from "./s3-address.ts";

let server: StandInS3;
beforeAll(async () => {
  server = await startStandInS3();
});
afterAll(() => server.close());
beforeEach(() => {
  server.files.clear();
  server.fault = server.faultOf = null;
  server.asked.length = 0;
});

const addressOf = (change: (url: string) => string = (url) => url) =>
  s3AddressOf(change(server.url))!;
const quick = (change?: (url: string) => string) => openFileStore(addressOf(change), 300);
const wrongSecret = (url: string) => url.replace("s3cret", "wr0ng");
const wrongKey = (url: string) => url.replace("tester", "nobody");
const wrongBucket = (url: string) => url.replace("/pictures", "/other");
const key = "ana/avatar.webp";
const bytes = Buffer.from("picture");

itIsAFileStore(async () => openFileStore(addressOf()));

const everything: [string, (store: FileStore) => Promise<unknown>][] = [
  ["put", (store) => store.put(key, bytes)],
  ["get", (store) => store.get(key)],
  ["remove", (store) => store.remove(key)],
  ["remove by prefix", (store) => store.remove("ana/")],
  ["list", (store) => keysOf(store, "")],
];

test.each<[Fault, RegExp]>([
  ["hang", /has not answered within 300 ms/u],
  ["stop-halfway", /has not answered within 300 ms/u],
  ["drop", /cannot be reached/u],
  [500, /answered 500 \(InternalError\)/u],
  [403, /answered 403 \(AccessDenied\)/u],
  ["no-bucket", /answered 404 \(NoSuchBucket\)/u],
])("a store with %s is unavailable, and its files do not count as missing", async (fault, said) => {
  server.fault = fault;
  const failing = everything.map(async ([what, work]) => {
    const error = await work(quick()).then(
      () => expect.fail(what),
      (error: Error) => error,
    );
    expect(error, what).toMatchObject({ name: "StoreUnavailable", code: "EIO" });
    expect(error.message, what).toMatch(said);
  });
  await Promise.all(failing);
});

test("an endless answer is not read to the end", async () => {
  server.fault = "endless";
  await expect(openFileStore(addressOf(), 5000).get(key)).rejects.toThrow(
    "more than 4194304 bytes",
  );
});

test("a lost connection or a 500 is retried once, a refusal is not", async () => {
  server.fault = "drop-once";
  await quick().put(key, bytes);
  expect(server.asked).toEqual([`PUT ${key}`, `PUT ${key}`]);
  for (const [fault, times] of [
    [500, 2],
    ["drop", 2],
    [403, 1],
    ["no-bucket", 1],
  ] as const) {
    server.asked.length = 0;
    server.fault = fault;
    await expect(quick().get(key)).rejects.toThrow("The picture store");
    expect(server.asked.length, String(fault)).toBe(times);
  }
});

test("a hanging store gets a limited number of requests", async () => {
  server.fault = "hang";
  const store = quick();
  const asked = await Promise.allSettled(Array.from({ length: 200 }, () => store.get(key)));
  const said = asked.map((one) => (one.status === "rejected" ? one.reason.message : "answered"));
  expect(said.filter((text) => text.includes("64 requests under way"))).toHaveLength(136);
  server.fault = null;
  expect(await store.get(key)).toBeNull();
});

test("a check throws permanent errors and returns temporary ones", async () => {
  for (const [change, code] of [
    [wrongSecret, "403 (SignatureDoesNotMatch)"],
    [wrongKey, "403 (InvalidAccessKeyId)"],
    [wrongBucket, "404 (NoSuchBucket)"],
  ] as const)
    await expect(quick(change).check()).rejects.toThrow(`answered ${code}`);
  for (const fault of ["hang", "drop", 500] as const) {
    server.fault = fault;
    expect(await quick().check()).toMatch(/^The picture store at 127\.0\.0\.1:\d+\/pictures /u);
  }
});

test("neither errors nor their causes contain secrets", async () => {
  const logged = vi.spyOn(console, "error");
  const secrets = /s3cret|wr0ng|tester:|AWS4-HMAC|Signature=/u;
  for (const fault of ["hang", "drop", 500, 403, "no-bucket", null] as const) {
    server.fault = fault;
    const failing = everything.flatMap(([, work]) =>
      [quick(), quick(wrongSecret)].map(async (store) => {
        const error = await work(store).catch((error: Error) => error);
        const { stack, message, ...rest } = error instanceof Error ? error : new Error("none");
        expect(`${stack}${message}${JSON.stringify(rest)}`).not.toMatch(secrets);
        expect(String(error instanceof Error && error.cause)).not.toMatch(secrets);
      }),
    );
    await Promise.all(failing);
  }
  expect(logged).not.toHaveBeenCalled();
});

test("a truncated list without a continuation is refused", async () => {
  const xml = "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>";
  for (const body of [xml, "", "{}", "<html></html>"]) {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(body));
    const list = keysOf(quick(), "");
    await expect(list, body).rejects.toThrow("sent an invalid file list");
  }
  vi.restoreAllMocks();
});

const listed = (...keys: string[]) =>
  `<ListBucketResult>${keys
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-23T00:00:00Z</LastModified><Size>1</Size></Contents>`,
    )
    .join("")}</ListBucketResult>`;

test("a list with files outside the prefix is refused, and none of them is removed", async () => {
  const elsewhere = ["bob/avatar.webp", "ana/../bob/avatar.webp", "ana/%2E%2e/bob/avatar.webp"];
  for (const key of elsewhere) {
    const asked: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      asked.push(`${init!.method} ${new URL(String(url)).pathname}`);
      return new Response(listed("ana/avatar.webp", key));
    });
    await expect(quick().remove("ana/"), key).rejects.toThrow("listed files outside ana/");
    expect(asked).toEqual(["GET /pictures"]);
  }
  vi.restoreAllMocks();
});

test("nested XML entities in a list are not expanded", async () => {
  const entities = Array.from(
    { length: 20 },
    (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
  );
  const bomb = `<!DOCTYPE x [<!ENTITY e0 "lol">${entities.join("")}<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  for (const name of ["e20", "f"]) {
    vi.spyOn(globalThis, "fetch").mockImplementation(
      async () => new Response(bomb + listed(`&${name};`)),
    );
    const keys = await keysOf(quick(), "").catch(() => []);
    expect(keys.join("")).not.toMatch(/root:/u);
    expect(keys.join("").length).toBeLessThan(1000);
  }
  vi.restoreAllMocks();
});
