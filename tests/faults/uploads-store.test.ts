// Pictures in an S3-class store (RULES.md 14.12): one that fails in every way, and Swift, which checks secrets.
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFileStore } from "#app/uploads/open-store.ts";
import { s3AddressOf } from "#app/uploads/s3-address.ts";
import { connect } from "#db/open/open.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { password } from "../support/accounts.ts";
import { addPerfume } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { oneLine, refusedStart, startServer } from "../support/server-process.ts";
import { type Fault, type StandInS3, startStandInS3 } from "../support/stand-in-s3.ts";
import { itIsAFileStore } from "../support/store-contract.ts";
import { startSwift, type Swift, whyNoSwift } from "../support/swift.ts";
import { siteWith, smallForm, upload } from "../support/uploads.ts";
import { eventually } from "../support/eventually.ts";
import { startFresh, stopped } from "./fresh-server.ts";

const boundary = "a-boundary";

/** Sends a signed-in person's requests to a site. */
function visitorOf(origin: string, cookie: string) {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, {
      redirect: "manual",
      ...init,
      headers: { Cookie: cookie, Origin: origin, ...(init.headers as object) },
    });
  return {
    send,
    async avatarAddress() {
      const page = await (await send("/es/profile")).text();
      return /\/avatars\/[^"]*\?v=[0-9a-f]{10}/u.exec(page)?.[0] ?? null;
    },
    deleteAccount: () =>
      send("/es/profile", {
        method: "POST",
        body: new URLSearchParams({ intent: "delete-account", password }),
      }),
  };
}

/** @returns the message that the next page will show */
const flashOf = (answer: Response) =>
  Buffer.from(
    decodeURIComponent(/flash=([^.;]+)/u.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? ""),
    "base64",
  ).toString();

describe("a store that fails", () => {
  let store: StandInS3;
  let site: Awaited<ReturnType<typeof siteWith>>;
  let perfume: number;

  beforeAll(async () => {
    store = await startStandInS3();
    site = await siteWith(4, { UPLOADS_URL: store.url }, () => {});
    const db = connect(site.environment.DATABASE_URL);
    await setRole(db, "person1", "owner", new Date());
    perfume = await addPerfume(db, "Creed", "Aventus");
    await db.destroy();
  });
  afterAll(async () => {
    site.process.kill("SIGKILL");
    await store.close();
  });

  test("a picture is stored, served with our headers, and 404 only when missing", async () => {
    const ana = visitorOf(site.origin, site.sessions[0]!);
    const { status } = await upload(site.origin, site.sessions[0]!, await smallForm()).answer;
    expect(status).toBe(303);
    expect([...store.files.keys()]).toEqual(["person0/avatar.webp"]);
    const address = (await ana.avatarAddress())!;
    const answer = await fetch(site.origin + address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(
      store.files.get("person0/avatar.webp")!.bytes,
    );
    const etag = answer.headers.get("ETag")!;
    const again = await fetch(site.origin + address, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    expect((await fetch(`${site.origin}/avatars/nobody/avatar.webp`)).status).toBe(404);
  });

  test.each<Fault>(["hang", "drop", 500, 403, "no-bucket"])(
    "with %s pictures and uploads are 503, existing pictures stay, and pages work",
    async (fault) => {
      const ana = visitorOf(site.origin, site.sessions[0]!);
      const eva = visitorOf(site.origin, site.sessions[1]!);
      const address = (await ana.avatarAddress())!;
      const before = new Map(store.files);
      store.fault = fault;
      const form = await smallForm();
      const photo = Buffer.from(form.toString("latin1").replace('"avatar"', '"photo"'), "latin1");
      const [picture, sent, desk] = await Promise.all([
        fetch(site.origin + address),
        upload(site.origin, site.sessions[0]!, form).answer,
        eva.send(`/es/desk/perfumes/${perfume}?intent=photo`, {
          method: "POST",
          body: photo,
          headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
        }),
        ...Array.from({ length: 10 }, async () => {
          const page = await fetch(`${site.origin}/es`);
          expect(page.status).toBe(200);
        }),
      ]);
      expect([picture.status, picture.headers.get("Retry-After")]).toEqual([503, "10"]);
      expect([sent.status, sent.retryAfter]).toEqual([503, "5"]);
      expect(sent.page).toContain('role="alert"');
      expect([desk.status, desk.headers.get("Retry-After")]).toEqual([503, "5"]);
      store.fault = null;
      expect(store.files).toEqual(before);
      expect(await ana.avatarAddress()).toBe(address);
      expect((await fetch(site.origin + address)).status).toBe(200);
    },
  );

  test("deleting an account while the store is unavailable is reported, and the next sweep removes the picture", async () => {
    const ida = visitorOf(site.origin, site.sessions[2]!);
    await upload(site.origin, site.sessions[2]!, await smallForm()).answer;
    const max = visitorOf(site.origin, site.sessions[3]!);
    await upload(site.origin, site.sessions[3]!, await smallForm()).answer;
    expect(store.files.has("person2/avatar.webp")).toBe(true);
    store.fault = 500;
    const left = await ida.deleteAccount();
    expect([left.status, flashOf(left)]).toEqual([303, expect.stringContaining("PhotoLater")]);
    expect((await ida.send("/es/profile")).status).toBe(303);
    store.fault = null;
    expect(store.files.has("person2/avatar.webp")).toBe(true);
    const gone = await max.deleteAccount();
    expect(flashOf(gone)).toMatch(/profile\.deleted\b/u);
    expect(store.files.has("person3/avatar.webp")).toBe(false);
    // A site sweeps at startup.
    const { process: other } = await startServer(site.environment);
    await eventually(() => expect(store.files.has("person2/avatar.webp")).toBe(false));
    other.kill("SIGKILL");
    expect(store.files.has("person0/avatar.webp")).toBe(true);
  });

  test("a wrong secret aborts the start with one line, an unavailable store only logs a warning, and neither reveals the secret", async () => {
    const { DATABASE_URL } = site.environment;
    const wrong = await refusedStart({
      DATABASE_URL,
      UPLOADS_URL: store.url.replace("s3cret", "wr0ng"),
    });
    expect(wrong).toEqual(
      oneLine(
        /The picture store at 127\.0\.0\.1:\d+\/pictures answered 403 \(SignatureDoesNotMatch\)\./u,
      ),
    );
    const nowhere = store.url.replace(/:\d+\/pictures/u, `:${await freePort()}/pictures`);
    const { process } = await startFresh({ UPLOADS_URL: nowhere }, ["ignore", "ignore", "pipe"]);
    const said = text(process.stderr!);
    await stopped(process);
    const away = await said;
    expect(away).toMatch(
      /^The picture store at 127\.0\.0\.1:\d+\/pictures cannot be reached \(ECONNREFUSED\)\.\n/u,
    );
    expect(wrong.err + away).not.toMatch(/s3cret|wr0ng/u);
  });
});

const without = whyNoSwift();
if (without) console.warn(`Not tested with a real store: ${without}`);

describe.skipIf(without)("OpenStack Swift", () => {
  let swift: Swift;
  let buckets = 0;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift?.stop());

  async function newBucket() {
    const name = `bucket-${++buckets}`;
    await swift.newBucket(name);
    return name;
  }
  const storeOf = (...parts: Parameters<Swift["urlOf"]>) =>
    openFileStore(s3AddressOf(swift.urlOf(...parts))!);

  itIsAFileStore(async () => storeOf(await newBucket()));

  test("a wrong secret, a wrong key and a missing bucket are refused, also by the startup check", async () => {
    const bucket = await newBucket();
    await storeOf(bucket).put("ana/avatar.webp", Buffer.from("x"));
    for (const [store, code] of [
      [storeOf(bucket, { secret: "wrong" }), "403 (SignatureDoesNotMatch)"],
      [storeOf(bucket, { key: "sosia:nobody" }), "403 ("],
      [storeOf("nowhere"), "404 (NoSuchBucket)"],
    ] as const) {
      await expect(store.check()).rejects.toThrow(`answered ${code}`);
      await expect(store.get("ana/avatar.webp")).rejects.toThrow(`answered ${code}`);
      await expect(store.put("ana/avatar.webp", Buffer.from("y"))).rejects.toThrow(code);
    }
    const kept = await storeOf(bucket).get("ana/avatar.webp");
    expect(Buffer.from(kept!).toString()).toBe("x");
  });
});
