/** `nofollow` starts a sign-in, `download` exports data, `hreflang` would remember a language never shown (RULES.md 11.10). */
export const prefetchRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { selector_matches: "[rel~=nofollow],[download],[hreflang]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});
