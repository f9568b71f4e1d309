const links = "[href^='/']:not([rel~=nofollow],[download],[hreflang])";

/** `nofollow` starts a sign-in, `download` exports data, `hreflang` would remember a language never shown (RULES.md 11.10). */
export const prefetchRules = JSON.stringify({
  prefetch: [{ where: { selector_matches: links }, eagerness: "moderate" }],
});
