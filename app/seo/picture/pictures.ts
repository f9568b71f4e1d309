import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LRUCache } from "lru-cache";
import { Tinypool } from "tinypool";
import { picturePath, type Pictured } from "./scent.ts";

type Picture = Uint8Array<ArrayBuffer>;

/** Too many pictures wait to be drawn already: the answer is 503 with Retry-After. */
export class PicturesBusy extends Error {
  override name = "PicturesBusy";
}

const mostBytes = 16 * 1024 * 1024;

const pictures = new LRUCache<string, Picture, Pictured>({
  maxSize: mostBytes,
  sizeCalculation: (picture) => picture.length,
  fetchMethod: (_, __, { context }) => draw(context),
});

/**
 * The picture of a page, kept by what it shows.
 * @throws PicturesBusy when too many wait already
 */
export function picture(of: Pictured): Promise<Picture | undefined> {
  return pictures.fetch(picturePath(of), { context: of });
}

let pool: Tinypool | undefined;

async function draw(of: Pictured): Promise<Picture> {
  pool ??= startPool();
  if (pool.queueSize >= pool.options.maxQueue) throw new PicturesBusy();
  const drawn: Uint8Array = await pool.run(of);
  return Uint8Array.from(drawn);
}

/**
 * One picture at a time, in a process that ends when nobody asks: what reads drawings in it stays closed to the pictures
 * that people send (accounts/avatar-image.ts), and its memory is given back.
 */
function startPool(): Tinypool {
  const started = new Tinypool({
    runtime: "child_process",
    serialization: "advanced",
    // Found at run time: this module is bundled into the server's build, the worker is not.
    filename: pathToFileURL(join(process.cwd(), "app/seo/picture/worker.ts")).href,
    env: {},
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: 32,
  });
  started.on("error", (error) => {
    console.error("The pictures' process failed:", error);
    giveUp(started);
  });
  return started;
}

/** Let those who wait for it fail, and the next one try anew. */
function giveUp(broken: Tinypool) {
  if (pool === broken) pool = undefined;
  broken.destroy().catch(() => {});
}
