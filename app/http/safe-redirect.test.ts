import { expect, test } from "vitest";
import { pathAfterSignIn, safePath } from "./safe-redirect.ts";

test.each([
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " //evil.example",
  "/.//evil.example",
  "/es/..//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "@evil.example",
  "http:evil.example",
  "",
  `/${"a".repeat(3000)}`,
  `/${"😀".repeat(500)}`,
])("%j leads home, not to another site (RULES.md 13.2)", (text) => {
  expect(safePath(text)).toBe("/");
});

test.each(["/es//evil.example/..//evil.example", "/@evil.example:80", "/es?a=b#c"])(
  "%j is a path of this site",
  (text) => expect(safePath(text)).toBe(text.replace("evil.example/../", "")),
);

test.each(["/auth", "/es/auth?redirectTo=/x", "/logout", "/en/set-username", "//evil.example"])(
  "after a sign-in %j leads home",
  (text) => expect(pathAfterSignIn(text, "es")).toBe("/es"),
);

test("after a sign-in a page is shown in the language of the form", () => {
  expect(pathAfterSignIn("/es/profile?x=1", "it")).toBe("/it/profile?x=1");
});
