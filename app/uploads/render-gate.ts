/** bytes, at most, of an upload that counts as small */
export const smallBytes = 1024 * 1024;
/** uploads that may be under way at once: a large one takes up to 15 MB of disk */
const maxInHand = { small: 32, large: 16 };

/** Why somebody has to wait: a picture of theirs is under way, or too many of others are. */
export type Closed = "yours-first" | "full";

export interface AvatarGate {
  /**
   * Lets an upload in before it is read (RULES.md 7.10).
   * @param size bytes, as the request says; Infinity when it does not
   * @returns `leave`, to be called when all is done, or why not
   */
  enter(userId: string, size: number): (() => void) | Closed;
}

/** Counts the uploads under way, those of small pictures apart, so that large ones never keep them out. */
export function createAvatarGate(): AvatarGate {
  const people = new Set<string>();
  const inHand = { small: 0, large: 0 };

  return {
    enter(userId, size) {
      const kind = size <= smallBytes ? "small" : "large";
      if (people.has(userId)) return "yours-first";
      if (inHand[kind] >= maxInHand[kind]) return "full";
      people.add(userId);
      inHand[kind] += 1;
      return () => {
        people.delete(userId);
        inHand[kind] -= 1;
      };
    },
  };
}
