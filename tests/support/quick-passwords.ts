import { compare, hash } from "bcryptjs";
import type { TestSite } from "./site.ts";

/** Makes a site hash at bcrypt's lowest cost, because each password takes a quarter of a second at the real cost. */
export function useQuickPasswords({ services }: TestSite): void {
  Object.assign(services.passwords, {
    hash: (password: string) => hash(password, 4),
    check: async (password: string, known: string | null) =>
      known !== null && compare(password, known),
  } satisfies Partial<typeof services.passwords>);
}
