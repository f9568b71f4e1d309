import { LRUCache } from "lru-cache";
import { createPool } from "../../jobs/pool.ts";
import { picturePath, type Pictured } from "./picture-path.ts";

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
  const pool = createPool(
    {
      file: "app/seo/picture/worker.ts",
      runtime: "child_process",
      serialization: "advanced",
      env: {},
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 30_000,
      maxQueue: 32,
    },
    "The picture worker",
  );

  const pictures = new LRUCache<string, Picture, Pictured>({
    maxSize: maxBytes,
    sizeCalculation: (picture) => picture.length,
    fetchMethod: (_, __, { context }) => draw(context),
  });

  async function draw(of: Pictured): Promise<Picture> {
    if (pool.isFull()) throw new PicturesBusy();
    const drawn: Uint8Array = await pool.run(of);
    return Uint8Array.from(drawn);
  }

  return {
    draw: (of) => pictures.fetch(picturePath(of), { context: of }),
    close: () => pool.close(),
  };
}
