/** Everything may be read but the searches' endless addresses. */
export function loader() {
  return new Response("User-agent: *\nDisallow: /api/\n", {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
