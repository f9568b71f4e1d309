import { expect, test } from "vitest";
import { pathOfTarget } from "./request-target.ts";

test.each([
  ["/es/about?x=%", "/es/about?x=%"],
  ["/es?q=a?b", "/es?q=a?b"],
  ["http://sosia.example/es/about?x=1", "/es/about?x=1"],
  ["https://evil.example:8080/es", "/es"],
  ["HTTP://sosia.example", "/"],
  ["http://sosia.example?q=1", "/?q=1"],
  ["*", "/"],
  ["/http://x/", "/http://x/"],
  ["//evil.example/es", "//evil.example/es"],
  ["/caf%C3%A9", "/caf%C3%A9"],
  ["/%", "/%25"],
  ["/%zz%41", "/%25zz%2541"],
  ["/%ff?%ff", "/%25ff?%ff"],
  ["http://sosia.example/%E0%A4%A", "/%25E0%25A4%25A"],
])("%s asks for %s", (target, path) => {
  expect(pathOfTarget(target)).toBe(path);
});
