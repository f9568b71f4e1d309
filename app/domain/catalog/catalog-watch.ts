import { catalogVersion } from "./catalog-version.ts";
import type { Db } from "#db/database.ts";

/** ms; search must see a change within two seconds (RULES.md 1.10) */
const interval = 250;

interface CatalogWatch {
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

/** Calls `onChange` after another process has changed the catalogue (RULES.md 1.10). */
export function createCatalogWatch(db: Db, onChange: () => void): CatalogWatch {
  let known: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  let looking: Promise<void> | undefined;

  /** One poll at a time: an unreachable database can take seconds to fail. */
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));

  async function lookOnce(): Promise<void> {
    const version = await catalogVersion(db).catch(() => known);
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
