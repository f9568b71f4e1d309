/** @returns whether a browser prefetches a page, which may never be shown */
export function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) =>
    headers.get(name)?.includes("prefetch"),
  );
}
