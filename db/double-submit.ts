const doubleSubmit = 60 * 1000;

/** An equal row since then is a form sent twice (RULES.md 12.8); much later than now are those of a clock that was set back. */
export function duplicatesIn(now: Date): { since: string; until: string } {
  const at = (distance: number) => new Date(now.getTime() + distance).toISOString();
  return { since: at(-doubleSubmit), until: at(doubleSubmit) };
}
