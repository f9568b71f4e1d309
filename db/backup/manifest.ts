import { constants } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DatabaseError } from "../database-error.ts";
import { databaseName, inUploads, manifestName } from "./names.ts";

const path = z
  .string()
  .refine((path) => !path.split(/[/\\]/u).some((name) => ["", ".", ".."].includes(name)));

const content = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) };

const schema = z.object({
  format: z.literal("sosia-backup-1"),
  made: z.iso.datetime(),
  /** "postgres": a dump, as older versions made them */
  engine: z.enum(["sqlite", "postgres"]).optional(),
  /** the path of the database that was backed up, or its address without name and password */
  source: z.string(),
  migrations: z.array(z.string()),
  /** rows by table */
  tables: z.record(z.string(), z.int().min(0)),
  database: z.object(content),
  files: z.array(z.object({ path, ...content })),
});

export type Manifest = z.infer<typeof schema>;

export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
    const text = await readFile(join(folder, manifestName), { encoding: "utf8", flag });
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || ["ENOENT", "ENOTDIR", "ELOOP"].includes(code!)) return null;
    throw error;
  }
}

function filesOf({ engine, database, files }: Manifest) {
  return [
    { path: engine === "postgres" ? "perfumes.dump" : databaseName, ...database },
    ...files.map(({ path, ...content }) => ({ path: inUploads(path), ...content })),
  ];
}

export async function missingOf(folder: string, manifest: Manifest): Promise<string | null> {
  const real = await realpath(folder);
  for (const { path, bytes } of filesOf(manifest)) {
    const file = join(real, path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return `${path} is missing`;
    if ((await realpath(file)) !== file) return `${path} is behind a link`;
    if (found.size !== bytes) return `${path} has ${found.size} bytes instead of ${bytes}`;
  }
  return null;
}

export const rowsOf = ({ tables }: Pick<Manifest, "tables">) =>
  Object.values(tables).reduce((sum, rows) => sum + rows, 0);

export const failure = (message: string) => new DatabaseError(message, "BACKUP");
