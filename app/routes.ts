import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  // Every page, with or without a language prefix: /es/about and /about.
  route(":lang?", "routes/in-language.tsx", [
    index("routes/home/home.tsx"),
    route("perfume/:slug", "routes/perfume/perfume.tsx"),
    route("perfume/:slug/:dupe", "routes/perfume/pair/pair.tsx"),
    route("brands/:letter?", "routes/brands/brand-index.tsx"),
    route("brand/:slug", "routes/brands/brand-page.tsx"),

    route("auth", "routes/auth/auth.tsx"),
    route("auth/google", "routes/auth/start-google.ts"),
    route("auth/link", "routes/auth/link-google.tsx"),
    route("auth-callback", "routes/auth-callback.ts"),
    route("auth/confirm", "routes/auth/confirm.tsx"),
    route("auth/forgot", "routes/auth/forgot.tsx"),
    route("auth/reset", "routes/auth/reset.tsx"),
    route("set-username", "routes/set-username.tsx"),
    route("profile", "routes/profile/profile.tsx"),

    route("shelf", "routes/shelf/shelf-page.tsx"),
    route("shelf/unsubscribe", "routes/shelf/unsubscribe.tsx"),
    route("shelf.csv", "routes/shelf/download-csv.ts"),

    // For operators only (RULES.md 10): shoppers' scripts contain nothing from routes/desk/.
    route("desk", "routes/desk/desk.tsx", [
      index("routes/desk/overview/overview-page.tsx"),
      route("queue", "routes/desk/queue/review-queue.tsx"),
      route("votes", "routes/desk/votes/vote-list.tsx"),
      route("messages", "routes/desk/messages/message-list.tsx"),
      route("emails", "routes/desk/emails/email-list.tsx"),
      route("log", "routes/desk/log/log-page.tsx"),
      route("people", "routes/desk/people/people-list.tsx"),
      route("people/:userId", "routes/desk/people/person.tsx"),
      route("perfumes", "routes/desk/perfumes/perfume-list.tsx"),
      route("perfumes/:id", "routes/desk/perfumes/catalog-perfume.tsx"),
    ]),
    route("auth/code", "routes/desk/safety/code.tsx"),
    route("profile/second-factor", "routes/desk/safety/second-factor.tsx"),

    // For a friend who prepares a blind test.
    route("blind", "routes/blind/blind-code.tsx"),
    route("blind/:code", "routes/blind/blind-strips.tsx"),

    route("contact", "routes/contact.tsx"),
    route("notice", "routes/notice.tsx"),

    route("about", "routes/about.tsx"),
    route("data", "routes/data/data-page.tsx"),
    route("blog", "routes/blog.tsx"),
    route("legal-notice", "routes/legal-notice.tsx"),
    route("privacy-policy", "routes/privacy-policy.tsx"),
    route("cookie-policy", "routes/cookie-policy.tsx"),

    route("*", "routes/not-found.tsx"),
  ]),

  route("language", "routes/set-language.ts"),
  route("consent", "routes/set-consent.ts"),
  route("logout", "routes/logout.tsx"),
  route("viewed", "routes/viewed.ts"),
  route("profile/data", "routes/profile/download-data.ts"),
  route("avatars/:userId/:file", "routes/avatar-files.ts"),
  route("photos/:perfumeId/:file", "routes/photo-files.ts"),
  route("api/perfumes", "routes/api/search-json.ts"),
  // Open data: the API, and files for mirrors (RULES.md 15).
  layout("routes/api/v1/limit-reads.ts", [
    route("api/v1/perfumes", "routes/api/v1/all-perfumes.ts"),
    route("api/v1/perfumes/:id", "routes/api/v1/one-perfume.ts"),
    route("api/v1/perfumes/:id/dupes", "routes/api/v1/all-dupes.ts"),
    route("api/v1/perfumes/:id/dupes/:dupe", "routes/api/v1/one-dupe.ts"),
    route("api/v1/search", "routes/api/v1/found-perfumes.ts"),
    route("api/v1/openapi.json", "routes/api/v1/openapi-file.ts"),
    route("api/v1/*", "routes/api/v1/unknown-address.ts"),
    route("data/changes.jsonl", "routes/data/change-log.ts"),
    route("data/:file", "routes/data/dump-file.ts"),
  ]),
  route("healthz", "routes/healthz.ts"),
  route("readyz", "routes/readyz.ts"),

  // For crawlers, feed readers and link previews. IndexNow's key file is answered before the router (app/http/pipeline.ts).
  route(".well-known/security.txt", "routes/security-txt.ts"),
  route(".well-known/change-password", "routes/change-password.ts"),
  route("ads.txt", "routes/ads-txt.ts"),
  route("robots.txt", "routes/robots.ts"),
  route(":file.xml", "routes/sitemap/sitemap-parent.ts", [index("routes/sitemap/sitemap-file.ts")]),
  route(":lang?/feed.xml", "routes/feed.ts"),
  route(":lang?/opensearch.xml", "routes/open-search.ts"),
  route("og/:name.png", "routes/og.ts"),
] satisfies RouteConfig;
