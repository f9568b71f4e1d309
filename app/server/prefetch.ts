/** Whether a browser asks ahead, for a page that nobody may ever see. */
export function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) =>
    headers.get(name)?.includes("prefetch"),
  );
}
