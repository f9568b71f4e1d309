import { createWorker, type Worker } from "#app/jobs/worker.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Db } from "#db/database.ts";
import { type ChangeBatch, claimChanges, finish, maxRetryAfter } from "./changes.ts";
import type { Failure } from "#app/jobs/outcome.ts";

export interface IndexNow {
  url: string;
  key: string;
  origin: string;
}

export const maxAddresses = 10_000;

const timeout = 10_000;

class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: string | null;
  constructor({ status, headers }: Response) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = headers.get("Retry-After");
  }
}

export async function announce({ url, key, origin }: IndexNow, addresses: string[]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      host: new URL(origin).host,
      key,
      keyLocation: `${origin}/${key}.txt`,
      urlList: addresses,
    }),
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Refusal(response);
}

/** 429, 408, 5xx and network errors are temporary, all others permanent. */
export function failureOf(error: unknown, now: Date): Failure {
  if (error instanceof Refusal) {
    const { status, retryAfter, message } = error;
    const temporary = status >= 500 || status === 429 || status === 408;
    return { permanent: !temporary, reason: message, retryAfter: waitOf(retryAfter, now) };
  }
  // fetch explains a failure only in its cause.
  const { name, cause } = error as Error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return { permanent: false, reason: typeof code === "string" ? code : name };
}

function waitOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const wait = /^\d+$/u.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), maxRetryAfter);
}

const minute = 60_000;
const maxPerfumes = Math.floor(maxAddresses / languageCodes.length);

export function createIndexNowWorker(
  db: Db,
  indexNow: IndexNow,
  pathOf: (perfume: ChangeBatch["perfumes"][number]) => string,
): Worker {
  const addressesOf = (perfume: ChangeBatch["perfumes"][number]) => {
    const path = pathOf(perfume);
    return languageCodes.map((code) => indexNow.origin + inLanguage(code, path));
  };
  return createWorker<ChangeBatch>(
    {
      name: "IndexNow's queue",
      take: (lease, now, until) => claimChanges(db, lease, now, until, maxPerfumes),
      deliver: ({ perfumes }) => announce(indexNow, perfumes.flatMap(addressesOf)),
      failureOf,
      finish: (changes, outcome) => finish(db, changes, outcome),
      describe: ({ perfumes }) => `IndexNow: the batch of ${perfumes.length} perfume(s)`,
    },
    { every: minute, atOnce: 1 },
  );
}
