import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DatabaseError } from "../database-error.ts";
import { databaseNames, inUploads, manifestName } from "./names.ts";

/** A path in the folder of uploads, which leads nowhere else. */
const path = z
  .string()
  .refine((path) => !path.split(/[/\\]/u).some((name) => ["", ".", ".."].includes(name)));

const content = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) };

const schema = z.object({
  /** of the manifest itself */
  format: z.literal("sosia-backup-1"),
  made: z.iso.datetime(),
  /** what the database is; those that do not say are older */
  engine: z.enum(["sqlite", "postgres"]).default("sqlite"),
  /** the path of the database that was backed up, or its address without name and password */
  source: z.string(),
  /** the migrations that were applied to it */
  migrations: z.array(z.string()),
  /** rows by table; the names go into SQL, and through psql, which has commands of its own */
  tables: z.record(z.string().regex(/^\w{1,63}$/u), z.int().min(0)),
  database: z.object(content),
  /** in the folder of uploads */
  files: z.array(z.object({ path, ...content })),
});

/** What a backup has, with checksums. */
export type Manifest = z.infer<typeof schema>;

/** @returns the manifest of a backup; null when there is none that this version can read */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    const text = await readFile(join(folder, manifestName), "utf8");
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

/** @returns the files of a backup by their path in it, with what they must have */
export function filesOf({ engine, database, files }: Manifest) {
  return [
    { path: databaseNames[engine], ...database },
    ...files.map(({ path, ...content }) => ({ path: inUploads(path), ...content })),
  ];
}

/** @returns the first file of a backup that is not there with its length, in one line; null when all are */
export async function missingOf(folder: string, manifest: Manifest): Promise<string | null> {
  for (const { path, bytes } of filesOf(manifest)) {
    const found = await stat(join(folder, path)).catch(() => null);
    if (!found?.isFile()) return `${path} is missing`;
    if (found.size !== bytes) return `${path} has ${found.size} bytes instead of ${bytes}`;
  }
  return null;
}

/** @returns rows of all tables */
export const rowsOf = ({ tables }: Pick<Manifest, "tables">) =>
  Object.values(tables).reduce((sum, rows) => sum + rows, 0);

/** An error that is one line for who runs the command. */
export const failure = (message: string) => new DatabaseError(message, "BACKUP");
