export const smallBytes = 1024 * 1024;
const maxInHand = { small: 32, large: 16 };

export type Closed = "yours-first" | "full";

export type PictureGate = ReturnType<typeof createPictureGate>;

export function createPictureGate() {
  const people = new Set<string>();
  const inHand = { small: 0, large: 0 };

  return {
    enter(userId: string, size: number): (() => void) | Closed {
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
