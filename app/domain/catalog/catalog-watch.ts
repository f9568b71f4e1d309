import { catalogueVersion } from "./catalog-version.ts";
import type { Db } from "#db/database.ts";

/** ms; short, because a search index has to be made of the change within two seconds (RULES.md 5.13) */
const interval = 250;

interface CatalogueWatch {
  /** Looks once, now. @throws nothing: a failure is left to the next look */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

/** Looks four times a second whether another process has changed the catalogue (RULES.md 5.13). @param onChange called after each change */
export function createCatalogueWatch(db: Db, onChange: () => void): CatalogueWatch {
  let known: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  let looking: Promise<void> | undefined;

  /** One at a time: a database that is away answers none for seconds. */
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));

  async function lookOnce(): Promise<void> {
    const version = await catalogueVersion(db).catch(() => known);
    if (known !== undefined && version !== known) onChange();
    known = version;
  }

  return {
    look,
    start() {
      void look();
      timer ??= setInterval(() => void look(), interval).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
