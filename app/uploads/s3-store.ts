import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { type FileStore, namesOf, type StoredFile, StoreUnavailable } from "./file-store.ts";
import type { S3Address } from "./s3-address.ts";

interface Options {
  /** ms for one request, from connecting to the last byte of the answer */
  timeLimit?: number;
}

/** Every request may be sent again: it reads, or leaves the same however often it is done. */
const tries = 2;
/** ms */
const pauseBetween = 100;
/** requests under way at a time, beyond which a store that says nothing would hold ever more people */
const maxUnderWay = 64;
/** bytes of an answer: a picture, or a page of 1,000 keys */
const maxAnswer = 4 * 1024 * 1024;
/** bytes of an error */
const maxError = 16 * 1024;

interface Answer {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** what the store calls an error, e.g. "NoSuchKey"; "" where it says none */
  code: string;
}

interface Asked {
  /** of the file; the bucket without it */
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
}

/**
 * Keeps files in a bucket of an S3-class store, asked with AWS Signature Version 4 over what is sent, too (RULES.md 29.2).
 * Files are small, and come and go as bytes: what is sent again must be there still, and an ETag is made of the whole.
 */
export function createS3Store(
  { endpoint, bucket, region, key: accessKeyId, secret }: S3Address,
  { timeLimit = 3000 }: Options = {},
): FileStore {
  const where = `${new URL(endpoint).host}/${bucket}`;
  const failed = (why: string) => new StoreUnavailable(`The store of pictures, ${where}, ${why}.`);
  /** of aws4fetch: keys that are made of the secret, one a day */
  const cache = new Map<string, ArrayBuffer>();
  let underWay = 0;

  async function once(method: string, { key, query = {}, body }: Asked): Promise<Answer> {
    const url = new URL(`/${bucket}${key === undefined ? "" : `/${key}`}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = {
      "X-Amz-Content-Sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
      ...(body && { "Content-Type": "image/webp" }),
    };
    const signer = { accessKeyId, secretAccessKey: secret, service: "s3", region, cache };
    const signed = await new AwsV4Signer({ method, url: url.href, headers, ...signer }).sign();
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: "manual",
        signal: AbortSignal.timeout(timeLimit),
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      });
      const bytes = await bodyOf(answer, answer.ok ? maxAnswer : maxError);
      return { status: answer.status, bytes, code: answer.ok ? "" : errorCode(bytes) };
    } catch (error) {
      throw failed(whyFailed(error, timeLimit));
    }
  }

  /** @throws StoreUnavailable for what may be otherwise the next time */
  async function twice(method: string, asked: Asked): Promise<Answer> {
    for (let left = tries - 1; ; left--) {
      const answer = await once(method, asked).catch((error: StoreUnavailable) => error);
      const passes =
        answer instanceof StoreUnavailable || answer.status >= 500 || answer.status === 429;
      if (!passes) return answer;
      if (left === 0) throw answer instanceof StoreUnavailable ? answer : refusal(answer);
      await pause(pauseBetween);
    }
  }

  const refusal = ({ status, code }: Answer) =>
    failed(`answers ${status}${code === "" ? "" : ` (${code})`}`);

  /** @returns null where there is no such file @throws StoreUnavailable for anything but success */
  async function ask(method: string, asked: Asked): Promise<Answer | null> {
    if (underWay >= maxUnderWay) throw failed(`has ${maxUnderWay} requests under way already`);
    underWay++;
    try {
      const answer = await twice(method, asked);
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (answer.status === 404 && answer.code === "NoSuchKey") return null;
      throw new Refused(refusal(answer).message);
    } finally {
      underWay--;
    }
  }

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    let token: string | undefined;
    do {
      const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
      const page = readListing((await ask("GET", { query }))?.bytes);
      // A list that is cut short without a way on would look like files that are gone.
      if (!page || (page.isCut && (!page.next || page.next === token)))
        throw failed("lists its files in no known form");
      // They would be removed, or copied, in the place of those.
      if (page.files.some((file) => !file.key.startsWith(prefix) || leadsElsewhere(file.key)))
        throw failed(`lists files that are not in ${prefix || "it"}`);
      yield* page.files;
      token = page.isCut ? page.next : undefined;
    } while (token !== undefined);
  }

  return {
    async put(key, body) {
      namesOf(key);
      if (!(await ask("PUT", { key, body }))) throw failed("takes no files");
    },

    async get(key) {
      namesOf(key);
      return (await ask("GET", { key }))?.bytes ?? null;
    },

    async remove(key) {
      namesOf(key);
      if (!key.endsWith("/")) return void (await ask("DELETE", { key }));
      for await (const file of list(key)) await ask("DELETE", { key: file.key });
    },

    list(prefix) {
      if (prefix !== "") namesOf(prefix);
      return list(prefix);
    },

    async check() {
      try {
        await ask("PUT", { key: ".check", body: Buffer.from("check") });
        await ask("DELETE", { key: ".check" });
        await ask("GET", { query: { "list-type": "2", "max-keys": "1" } });
        return null;
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || error instanceof Refused) throw error;
        return error.message;
      }
    },
  };
}

/** An address with such names is another file's: they are taken out of it before it is asked. */
const leadsElsewhere = (key: string) =>
  key.split("/").some((name) => /^(?:\.|%2e){1,2}$/iu.test(name));

/** A store that answered what it will answer again: the key, the secret or the bucket is wrong, or something is not allowed. */
class Refused extends StoreUnavailable {}

async function bodyOf(answer: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > max) throw new RangeError(`answers more than ${max} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

/** Of an error only its name: the rest of it may repeat what was signed. */
function errorCode(bytes: Uint8Array): string {
  return /<Code>(\w{1,64})<\/Code>/u.exec(Buffer.from(bytes).toString())?.[1] ?? "";
}

function whyFailed(error: unknown, timeLimit: number): string {
  if (error instanceof RangeError) return error.message;
  if (error instanceof DOMException) return `has not answered within ${timeLimit} ms`;
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return `cannot be reached${typeof code === "string" ? ` (${code})` : ""}`;
}

const text = z.coerce.string();
const listing = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.stringbool().default(false),
    NextContinuationToken: text.optional(),
    Contents: z
      .array(z.object({ Key: text, LastModified: z.coerce.date(), Size: z.coerce.number() }))
      .default([]),
  }),
});

/** @returns a page of a listing (ListObjectsV2), and, if it is cut, the token of the next one; null for anything else */
function readListing(bytes: Uint8Array | undefined) {
  const parser = new XMLParser({
    isArray: (name) => name === "Contents",
    parseTagValue: false,
    trimValues: false,
  });
  const read = listing.safeParse(bytes && parsed(parser, Buffer.from(bytes).toString())).data;
  if (!read) return null;
  const { IsTruncated, NextContinuationToken, Contents } = read.ListBucketResult;
  const files: StoredFile[] = Contents.map(({ Key, Size, LastModified }) => ({
    key: Key,
    bytes: Size,
    modified: LastModified,
  }));
  return { files, isCut: IsTruncated, next: NextContinuationToken };
}

function parsed(parser: XMLParser, xml: string): unknown {
  try {
    return parser.parse(xml);
  } catch {
    return null;
  }
}
