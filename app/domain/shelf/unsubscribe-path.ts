/** Has no language; a token says whose weekly email it ends (RULES.md 7.6). */
export const unsubscribePath = "/shelf/unsubscribe";

export const unsubscribePurpose = "weekly-email";
