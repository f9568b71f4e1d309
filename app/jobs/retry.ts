import { setTimeout as pause } from "node:timers/promises";

/**
 * Tries an action up to `tries` times, with pauses of `wait` ms that double. For writing down that a job was delivered,
 * which must not fail because the database is busy: the job would be delivered twice.
 */
export async function retry<T>(action: () => Promise<T>, tries = 6, wait = 200): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (tries <= 1) throw error;
    await pause(wait);
    return retry(action, tries - 1, wait * 2);
  }
}
