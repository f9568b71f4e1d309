import type { Db } from "#db/database.ts";
import type { Config } from "#app/config.ts";
import { createAvatarStore } from "#app/domain/accounts/avatars.ts";
import { createPasswords } from "#app/domain/accounts/passwords.ts";
import { createPhotoStore } from "#app/domain/catalog/photo-store.ts";
import { createKnownDumps, openDumps } from "#app/domain/open-data/known-dumps.ts";
import { createChangeLog } from "#app/domain/open-data/read-changes.ts";
import { createCachedFiles } from "#app/http/cached-file.ts";
import type { Services } from "#app/http/middleware/context.ts";
import { createCookies } from "#app/http/middleware/cookies.ts";
import { createLimits } from "#app/limits/limits.ts";
import { createReadLimits } from "#app/limits/read-limits.ts";
import { createPicturePool } from "#app/ui/link-picture/picture-pool.ts";
import { openFileStore } from "#app/uploads/open-store.ts";
import { createPictureRenderer } from "#app/uploads/picture-renderer.ts";
import { createPictureGate } from "#app/uploads/render-gate.ts";
import type { Part } from "./parts.ts";

type Given = Pick<
  Services,
  | "hasForeignPhotos"
  | "hasSample"
  | "health"
  | "mailWorker"
  | "metrics"
  | "onFound"
  | "pages"
  | "search"
>;

/** ms */
const apiLifetime = 60_000;
/** Apart from the pages' cache, so that whoever reads everything displaces no page. */
const maxApiBytes = 16 * 1024 * 1024;

/** What handlers use, and the parts that only handlers need. */
export function createServices(
  config: Config,
  db: Db,
  given: Given,
): { services: Services; parts: Part[] } {
  const uploads = openUploads(config);
  const renderer = createPictureRenderer();
  const passwords = createPasswords();
  const pictures = createPicturePool();
  const services = {
    ...given,
    avatars: { store: createAvatarStore(uploads.files), renderer, gate: createPictureGate() },
    cookies: createCookies(config),
    changes: createChangeLog(db),
    dumps: createKnownDumps(openDumps(config.dumpsFolder, config.uploadsStore && uploads.files)),
    files: createCachedFiles(),
    apiFiles: createCachedFiles(apiLifetime, maxApiBytes),
    limits: createLimits(db, config.sessionSecrets[0]!, given.metrics?.limited),
    readLimits: createReadLimits(given.metrics?.limited),
    passwords,
    photos: createPhotoStore(uploads.files),
    pictures,
  };
  const workers = [passwords, renderer, pictures].map(({ close }) => ({ stop: close }));
  return { services, parts: [uploads, ...workers] };
}

function openUploads({ uploadsFolder, uploadsStore }: Config) {
  // Uploads are spooled here, wherever pictures are stored.
  const folder = openFileStore(uploadsFolder);
  const files = uploadsStore === null ? folder : openFileStore(uploadsStore);
  return {
    files,
    async check() {
      for (const store of new Set([folder, files])) {
        const warning = await store.check();
        if (warning !== null) console.warn(warning);
      }
    },
  };
}
