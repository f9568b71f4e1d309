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

const maxBytes = 16 * 1024 * 1024;

export interface PicturePool {
  /**
   * The picture of a page, kept by what it shows.
   * @throws PicturesBusy when too many wait already
   */
  draw(of: Pictured): Promise<Picture | undefined>;
  close(): Promise<void>;
}

/**
 * Draws one picture at a time, in a process that ends when nobody asks: what reads drawings in it stays closed to the
 * pictures that people send (accounts/avatar-image.ts), and its memory is given back.
 */
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

  // Those who wait for a process that cannot start would wait for ever: they fail, and the next one tries a new one.
  function giveUp(broken: Tinypool, error: unknown) {
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
    started.on("error", (error) => giveUp(started, error));
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
