const doubleSubmit = 60 * 1000;

/** An equal row in this range is a form sent twice (RULES.md 12.8); the upper bound excludes rows from before a clock was set back. */
export function duplicatesIn(now: Date): { since: string; until: string } {
  const at = (distance: number) => new Date(now.getTime() + distance).toISOString();
  return { since: at(-doubleSubmit), until: at(doubleSubmit) };
}
