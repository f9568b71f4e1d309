/** The page that ends the weekly email, without a language; the token in its address says for whom (RULES.md 20.6). */
export const unsubscribePath = "/shelf/unsubscribe";

/** What the token is signed for. */
export const unsubscribePurpose = "weekly-email";
