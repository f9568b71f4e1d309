import { LRUCache } from "lru-cache";
import { createPool } from "#app/jobs/pool.ts";
import { picturePath, type Pictured } from "./picture-path.ts";

type Picture = Uint8Array<ArrayBuffer>;

const maxBytes = 16 * 1024 * 1024;

interface PicturePool {
  /** @throws PoolUnavailable */
  draw(of: Pictured): Promise<Picture | undefined>;
  close(): Promise<void>;
}

/** Draws one picture at a time in a separate process, where libvips may read SVG and which exits after 30 s without work. */
export function createPicturePool(): PicturePool {
  const pool = createPool(
    {
      file: "app/ui/link-picture/draw-worker.ts",
      runtime: "child_process",
      serialization: "advanced",
      env: {},
      workers: 1,
      idleTimeout: 30_000,
      maxQueue: 32,
      timeLimit: 10_000,
    },
    "The picture worker",
  );

  const pictures = new LRUCache<string, Picture, Pictured>({
    maxSize: maxBytes,
    sizeCalculation: (picture) => picture.length,
    fetchMethod: (_, __, { context }) => draw(context),
  });

  async function draw(of: Pictured): Promise<Picture> {
    const drawn: Uint8Array = await pool.run(of);
    return Uint8Array.from(drawn);
  }

  return {
    draw: (of) => pictures.fetch(picturePath(of), { context: of }),
    close: () => pool.close(),
  };
}
