import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LRUCache } from "lru-cache";
import { Tinypool } from "tinypool";
import { picturePath, type Pictured } from "./scent.ts";

type Picture = Uint8Array<ArrayBuffer>;

/** Thrown when 32 pictures wait already; the answer is 503 with Retry-After (RULES.md 4.4). */
export class PicturesBusy extends Error {
  override name = "PicturesBusy";
}

const maxBytes = 16 * 1024 * 1024;

interface PicturePool {
  /** The picture of a page, from a cache by its content. @returns a PNG @throws PicturesBusy when too many wait already */
  draw(of: Pictured): Promise<Picture | undefined>;
  close(): Promise<void>;
}

/** One picture at a time, in a process of its own, where libvips may read SVG, and which ends after 30 s without work. */
export function createPicturePool(): PicturePool {
  let pool: Tinypool | undefined;

  const pictures = new LRUCache<string, Picture, Pictured>({
    maxSize: maxBytes,
    sizeCalculation: (picture) => picture.length,
    fetchMethod: (_, __, { context }) => draw(context),
  });

  async function draw(of: Pictured): Promise<Picture> {
    pool ??= startPool();
    if (pool.queueSize >= pool.options.maxQueue) throw new PicturesBusy();
    const drawn: Uint8Array = await pool.run(of);
    return Uint8Array.from(drawn);
  }

  // Otherwise tasks would wait for ever for a process that cannot start: they fail, and the next one makes a new pool.
  function discard(broken: Tinypool, error: unknown) {
    console.error("The pictures' process failed:", error);
    if (pool === broken) pool = undefined;
    broken.destroy().catch(() => {});
  }

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
    started.on("error", (error) => discard(started, error));
    return started;
  }

  return {
    draw: (of) => pictures.fetch(picturePath(of), { context: of }),
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}
