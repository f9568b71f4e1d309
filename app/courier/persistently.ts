import { setTimeout as pause } from "node:timers/promises";

/** While the database is busy, what is gone must not be forgotten: it would be sent once more. */
export async function persistently<T>(deed: () => Promise<T>, tries = 6, wait = 200): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (tries <= 1) throw error;
    await pause(wait);
    return persistently(deed, tries - 1, wait * 2);
  }
}
