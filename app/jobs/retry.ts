import { setTimeout as pause } from "node:timers/promises";

export async function retry<T>(action: () => Promise<T>, tries = 6, wait = 200): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (tries <= 1) throw error;
    await pause(wait);
    return retry(action, tries - 1, wait * 2);
  }
}
