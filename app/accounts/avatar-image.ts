import { createPool } from "../jobs/pool.ts";
import type { NotRendered } from "./avatar-worker.ts";

/** Why a file's content cannot be had: there is none, or it is more than allowed. */
export type Unread = "empty" | "too-large";

export type Unrendered = Unread | NotRendered;

/** A picture that was sent and waits outside of memory. */
export interface SentPicture {
  /** bytes, or a few more */
  size: number;
  /** Reads it whole; may be called twice. */
  read(): Promise<Uint8Array | Unread>;
}

/** Of a small picture, which does not wait for large ones: bytes, and pixels of whatever format. */
const small = { bytes: 1024 * 1024, pixels: 4_000_000 };

export interface AvatarRenderer {
  /** Makes an avatar of an untrusted picture: upright, square, WebP, without metadata (RULES.md 7.10). */
  render(picture: SentPicture): Promise<{ image: Uint8Array<ArrayBuffer> } | Unrendered>;
  close(): Promise<void>;
}

/**
 * Reads and renders one small and one large picture at a time, to limit memory; small ones never wait for large ones. Their
 * processes end after 30 s without work.
 */
export function createAvatarRenderer(): AvatarRenderer {
  const pool = createPool(
    {
      file: "app/accounts/avatar-worker.ts",
      runtime: "child_process",
      serialization: "advanced",
      env: {},
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 30_000,
    },
    "An avatar worker",
  );
  const smallOnes = createLane();
  const largeOnes = createLane();

  async function renderUpTo(most: number, picture: SentPicture) {
    const bytes = await picture.read();
    if (typeof bytes === "string") return bytes;
    const rendered: Uint8Array | NotRendered = await pool.run({ bytes, most });
    return typeof rendered === "string" ? rendered : { image: Uint8Array.from(rendered) };
  }

  return {
    async render(picture) {
      if (picture.size <= small.bytes) {
        const rendered = await smallOnes(() => renderUpTo(small.pixels, picture));
        if (rendered !== "too-many-pixels") return rendered;
      }
      return largeOnes(() => renderUpTo(Infinity, picture));
    },
    close: () => pool.close(),
  };
}

/** @returns a function that runs one piece of work at a time, in order */
function createLane() {
  let last: Promise<unknown> = Promise.resolve();
  return function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
