import { type FileStore, namesOf, type StoredFile, StoreUnavailable } from "./file-store.ts";
import type { S3Address } from "./s3-address.ts";
import { createS3Requests, Refused } from "./s3-requests.ts";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";

/** Files are small and held in memory, because retries need the bytes again and an ETag needs the whole file. */
export function createS3Store(address: S3Address, timeLimit = 3000): FileStore {
  const { ask, failed } = createS3Requests(address, timeLimit);

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    let token: string | undefined;
    do {
      const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
      const page = readListing((await ask("GET", { query }))?.bytes);
      // A truncated listing without a valid continuation would look like deleted files.
      if (!page || (page.isCut && (!page.next || page.next === token)))
        throw failed("sent an invalid file list");
      if (page.files.some((file) => !file.key.startsWith(prefix) || leadsElsewhere(file.key)))
        throw failed(`listed files outside ${prefix || "the bucket"}`);
      yield* page.files;
      token = page.isCut ? page.next : undefined;
    } while (token !== undefined);
  }

  return {
    async put(key, body) {
      namesOf(key);
      if (!(await ask("PUT", { key, body }))) throw failed("does not accept files");
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

/** URL normalisation removes `.` and `..`, so a request with them would reach another file. */
const leadsElsewhere = (key: string) =>
  key.split("/").some((name) => /^(?:\.|%2e){1,2}$/iu.test(name));

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

/** @returns a page of ListObjectsV2, or null for anything else */
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
