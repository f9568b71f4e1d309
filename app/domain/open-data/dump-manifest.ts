import { z } from "zod";
import { type DataFile, isDataFile } from "./data-files.ts";

/** Raised when a column is renamed or removed; a new column does not count. */
export const schemaVersion = 1;

export const formats = ["csv", "jsonl"] as const;
export type Format = (typeof formats)[number];

export const nameOf = (file: DataFile, format: Format) => `${file}.${format}.gz`;

/** @returns the file and format of a name such as "perfumes.csv.gz" */
export function partsOf(name: string): { file: DataFile; format: Format } | null {
  const [, file = "", format] = /^([a-z_]+)\.(csv|jsonl)\.gz$/u.exec(name) ?? [];
  return isDataFile(file) ? { file, format: format as Format } : null;
}

const count = z.int().min(0).max(1e12);

const dumpedFile = z.object({
  name: z.string().refine((name) => partsOf(name) !== null, "is not one of the files"),
  rows: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  /** only of a file that shrank and was therefore kept from an earlier dump (RULES.md 15.2) */
  made_at: z.iso.datetime().optional(),
});

const manifest = z.object({
  schema_version: z.literal(schemaVersion, `is not ${schemaVersion}`),
  made_at: z.iso.datetime(),
  /** whose ids the rows have */
  site: z.string().max(200).default(""),
  licence: z.string().max(100),
  /** the last of `/data/changes.jsonl` that the files have */
  last_change: count.default(0),
  files: z
    .array(dumpedFile)
    .max(100)
    .refine(
      (files) => new Set(files.map(({ name }) => name)).size === files.length,
      "names a file twice",
    ),
});

export type DumpedFile = z.output<typeof dumpedFile>;
export type Manifest = z.output<typeof manifest>;

/** @throws Error with one line that says what is wrong */
export function readManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("The manifest is not JSON.");
  }
  const parsed = manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Error(`The manifest's ${path.join(".") || "content"}: ${message}.`);
}

export const manifestText = (made: Manifest) => `${JSON.stringify(made, null, 2)}\n`;

/** Files that lost rows unexplained and are therefore older than the others. */
export const keptFiles = ({ files }: Manifest): DumpedFile[] =>
  files.filter(({ made_at }) => made_at !== undefined);

export interface DumpShelf {
  /** null before the first dump */
  manifest(): Promise<Manifest | null>;
  /** @returns the content of a file of the newest dump or the one before; null if it is no longer there, whole */
  read(made: Manifest, file: DumpedFile): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Puts a set in the place of the last one: readers see the old set or the new one, whole.
   * @param folder has the manifest's files, except those kept from the last dump
   */
  publish(folder: string, made: Manifest): Promise<void>;
}
