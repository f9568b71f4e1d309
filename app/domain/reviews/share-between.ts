const z = 1.96;

/** The 95 % Wilson interval of a share: few answers prove less than many. */
export function shareBetween(n: number, of: number): { least: number; most: number } {
  const share = n / of;
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * of)) / of);
  const middle = share + (z * z) / (2 * of);
  const size = 1 + (z * z) / of;
  return {
    least: Math.max(0, (middle - spread) / size),
    most: Math.min(1, (middle + spread) / size),
  };
}
