import { expect, test } from "vitest";
import { changesPage, isPrivate, meaningfulQuery } from "./page-kinds.ts";

test.each([
  ["q", "reviews", "sources", "verdict", "vote", "report", "page", "draft", "suggest", "mode"],
  ["redirectTo", "token", "price", "prices", "sort", "max", "currency", "show"],
])("%s and others change a page, which is not indexed then (RULES.md 11.4)", (...names) => {
  for (const name of names) {
    expect([name, changesPage(new URLSearchParams({ [name]: "1" }))]).toEqual([name, true]);
    expect(meaningfulQuery(`?utm_source=a&${name}=1`)).toBe(`?${name}=1`);
  }
});

test("what campaigns add to an address changes no page", () => {
  const search = "?utm_source=a&gclid=b&Q=c";
  expect([changesPage(new URLSearchParams(search)), meaningfulQuery(search)]).toEqual([false, ""]);
});

test.each([
  ["/es/auth/reset", true],
  ["/shelf", true],
  ["/es/desk/queue", true],
  ["/es/profile", true],
  ["/es/shelf-life", false],
  ["/es/perfume/x-1?token=a", true],
  ["/es/perfume/x-1?draft=a", true],
  ["/es/perfume/x-1/y-2?vote=a", true],
  ["/es/perfume/x-1?reviews=2", false],
])("%s is one person's alone: %s (RULES.md 13.7)", (path, expected) => {
  expect(isPrivate(new URL(path, "https://sosia.test"))).toBe(expected);
});
