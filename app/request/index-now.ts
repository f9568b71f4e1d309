import { perfumePath } from "../catalog/slugs.ts";
import { config } from "../config.ts";
import { createIndexNowWorker } from "../index-now/worker.ts";
import { noteChanges } from "../index-now/changes.ts";
import { db } from "./database.ts";
import type { Db } from "#db/connect.ts";

const { indexNow, origin } = config;

/** The process's one announcer of changed pages, if they are announced. */
export const announcer = indexNow && createIndexNowWorker(db, { ...indexNow, origin }, perfumePath);

/** Has what is to be announced noted; where nothing is, nothing. */
export function noteAnnounced(db: Db): Promise<void> {
  return noteChanges(db, announcer !== null);
}

/** By this file search engines know that who announces is who runs the site. Its name's letters are taken as they are. */
const keyFile = indexNow && `/${indexNow.key}.txt`;

/** @returns the answer, or undefined when the address is not that of the key's file */
export function answerKeyFile({ method }: Request, path: string): Response | undefined {
  if (!indexNow || path !== keyFile || (method !== "GET" && method !== "HEAD")) return undefined;
  return new Response(method === "HEAD" ? null : indexNow.key, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
