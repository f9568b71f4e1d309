/** Every cookie that the site may set, for the cookie page (spec.md §2, §9); its purpose there says when it is set. */
export const cookiesInUse = [
  { name: "auth_token", type: "essential", duration: "session" },
  { name: "flash", type: "essential", duration: "minute" },
  { name: "google_state", type: "essential", duration: "tenMinutes" },
  { name: "google_return", type: "essential", duration: "tenMinutes" },
  { name: "language_preference", type: "functional", duration: "year" },
  { name: "consent", type: "functional", duration: "sixMonths" },
  { name: "analytics_id", type: "analytics", duration: "twoYears" },
] as const;

/** Remembers the language that the person chose. */
export const languageCookie = "language_preference";

/** Holds the token of a session. */
export const sessionCookie = "auth_token";

/** Holds what the next page says once. */
export const flashCookie = "flash";

/** Holds what the person allows, and refuses, of analytics and ads. */
export const consentCookie = "consent";

/** Holds the number by which analytics tells visits apart. */
export const analyticsCookie = "analytics_id";

/** Cookies that mean a person: who brings one never reads nor fills the page cache. */
export const personalCookies = [sessionCookie, flashCookie];
