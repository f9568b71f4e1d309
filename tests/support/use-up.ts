import type { Count } from "#app/limits/limits.ts";
import type { TestSite } from "./site.ts";

/** Counts actions that no test performs, because each page takes a hundred times as long. */
export async function useUp(site: TestSite, times: number, ...counts: Count[]): Promise<void> {
  for (let n = 0; n < times; n++) await site.services.limits.take(counts);
}
