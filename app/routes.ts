import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  // Every page, with a language in front or without: /es/about and /about.
  route(":lang?", "routes/in-language.tsx", [
    index("routes/home.tsx"),
    route("perfume/:slug", "routes/perfume.tsx"),

    // Accounts and messages.
    route("auth", "routes/auth.tsx"),
    route("contact", "routes/contact.tsx"),

    // Texts.
    route("about", "routes/about.tsx"),
    route("blog", "routes/blog.tsx"),
    route("legal-notice", "routes/legal-notice.tsx"),
    route("privacy-policy", "routes/privacy-policy.tsx"),
    route("cookie-policy", "routes/cookie-policy.tsx"),

    route("*", "routes/not-found.tsx"),
  ]),

  // Not pages.
  route("language", "routes/language.ts"),
  route("api/perfumes", "routes/api-perfumes.ts"),
  route("healthz", "routes/healthz.ts"),
  route("robots.txt", "routes/robots.ts"),
] satisfies RouteConfig;
