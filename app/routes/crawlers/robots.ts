import { config } from "../../config.ts";

/** Everything may be read: what is not to be listed says so itself, and only who may read it learns that. */
export function loader() {
  return new Response(`User-agent: *\nDisallow:\n\nSitemap: ${config.origin}/sitemap.xml\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
