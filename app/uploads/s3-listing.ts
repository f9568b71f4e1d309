import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { StoredFile } from "./file-store.ts";

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
export function readListing(bytes: Uint8Array | undefined) {
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
