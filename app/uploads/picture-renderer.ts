import { createPool, PoolUnavailable } from "#app/jobs/pool.ts";
import { smallBytes } from "./render-gate.ts";
import type { NotRendered } from "./render-worker.ts";

type Unread = "empty" | "too-large";

/** "busy": a retry may succeed, because nothing was found wrong with the picture. */
export type Unrendered = Unread | NotRendered | "busy";

export interface SentPicture {
  size: number;
  read(): Promise<Uint8Array | Unread>;
}

const smallPixels = 4_000_000;

export type PictureRenderer = ReturnType<typeof createPictureRenderer>;

/** Renders one small and one large picture at a time, to limit memory; small ones never wait for large ones. */
export function createPictureRenderer(timeLimit = 20_000) {
  const pool = createPool(
    {
      file: "app/uploads/render-worker.ts",
      runtime: "child_process",
      serialization: "advanced",
      env: {},
      workers: 2,
      maxQueue: 64,
      timeLimit,
      idleTimeout: 30_000,
    },
    "An avatar worker",
  );
  const smallOnes = createLane();
  const largeOnes = createLane();

  async function inLane<Result>(picture: SentPicture, name?: string): Promise<Result | Unrendered> {
    async function upTo(most: number): Promise<Result | Unrendered> {
      const bytes = await picture.read();
      if (typeof bytes === "string") return bytes;
      return pool.run({ bytes, most }, name).catch((error: unknown) => {
        if (error instanceof PoolUnavailable) return "busy";
        throw error;
      });
    }
    if (picture.size <= smallBytes) {
      const rendered = await smallOnes(() => upTo(smallPixels));
      if (rendered !== "too-many-pixels") return rendered;
    }
    return largeOnes(() => upTo(Infinity));
  }

  return {
    /** Renders an untrusted picture as an avatar: upright, square, WebP, without metadata (RULES.md 9.9). */
    async render(picture: SentPicture): Promise<{ image: Uint8Array<ArrayBuffer> } | Unrendered> {
      const rendered = await inLane<Uint8Array>(picture);
      return typeof rendered === "string" ? rendered : { image: Uint8Array.from(rendered) };
    },
    /** Renders an untrusted picture as a bottle's photo, in both sizes (RULES.md 10.16). */
    renderPhoto: (picture: SentPicture) =>
      inLane<{ card: Uint8Array; page: Uint8Array }>(picture, "renderPhoto"),
    close: () => pool.close(),
  };
}

function createLane() {
  let last: Promise<unknown> = Promise.resolve();
  return function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
