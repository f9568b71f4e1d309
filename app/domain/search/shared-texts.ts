import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

/** With fewer it may be one person's, such as a name typed by mistake (RULES.md 2.2). */
const enoughNetworks = 3;
const maxTexts = 10_000;
/** ms after the last search */
const rememberedFor = 7 * 24 * 60 * 60_000;

/** In memory, as hashes under a key that ends with the process. @returns whether a text has come from enough networks */
export function createSharedTexts(): (text: string, network: string) => boolean {
  const key = randomBytes(32);
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const seen = new LRUCache<string, readonly string[]>({ max: maxTexts, ttl: rememberedFor });
  return (text, network) => {
    const hash = keyed(text);
    const before = seen.get(hash) ?? [];
    const networks = [...new Set([...before, keyed(network)])].slice(0, enoughNetworks);
    seen.set(hash, networks);
    return networks.length === enoughNetworks;
  };
}
