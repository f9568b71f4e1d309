import { expect, test } from "vitest";
import { hostOf, isCodeHost, parseSourceUrl } from "./source-urls.ts";

test.each([
  ["https://www.fragrantica.com/p?x=1", "https://www.fragrantica.com/p?x=1"],
  ["  https://FORUM.example/T  ", "https://forum.example/T"],
  ["HTTPS://forum.example", "https://forum.example/"],
  ["https://forum.example:443/t", "https://forum.example/t"],
  ["https://forum.example./t", "https://forum.example/t"],
  ["https://forum.example/t#post-3", "https://forum.example/t"],
  ["https://forum.example/t#:~:text=dupe", "https://forum.example/t"],
  ["https://forum.example/t?utm_source=x&utm_medium=y", "https://forum.example/t"],
  [
    "https://forum.example/t?id=1&UTM_Campaign=x&page=2&fbclid=z",
    "https://forum.example/t?id=1&page=2",
  ],
  ["https://forum.example/t?q=a%20b&gclid=1", "https://forum.example/t?q=a%20b"],
  ["https://forum.example/t??", "https://forum.example/t??"],
  ["https://forum.example/t?utm_id=1&?a=1", "https://forum.example/t??a=1"],
  ["https://forum.example/t?flag", "https://forum.example/t?flag"],
  ["https://www.reddit.com/r/fragrance/t", "https://www.reddit.com/r/fragrance/t"],
  ["https://www.facebook.com/groups/1", "https://www.facebook.com/groups/1"],
  ["https://youtu.be/x", "https://youtu.be/x"],
  ["https://sites.google.com/view/x", "https://sites.google.com/view/x"],
  ["https://notbit.ly/t", "https://notbit.ly/t"],
  ...["/t.", "/t,", "/t).", "/t…", "/t»", "/t;)"].map((tail): [string, string] => [
    `https://forum.example${tail}`,
    "https://forum.example/t",
  ]),
  ["<https://forum.example/t>", "https://forum.example/t"],
  ["(https://forum.example/t)", "https://forum.example/t"],
  ["https://forum.example/Oud_(note)", "https://forum.example/Oud_(note)"],
  ["(https://forum.example/Oud_(note)).", "https://forum.example/Oud_(note)"],
  ["https://forum.example/reseña", "https://forum.example/rese%C3%B1a"],
])("%s is the source's page %s", (text, url) => {
  expect(parseSourceUrl(text)).toBe(url);
  expect(parseSourceUrl(url)).toBe(url);
});

test.each([
  "",
  "   ",
  "forum.example/t",
  "//forum.example/t",
  "http://forum.example/t",
  "javascript:alert(1)",
  "https:forum.example",
  "https://ana:secret@forum.example/",
  "https://forum.example:8443/",
  "https://127.0.0.1/",
  "https://localhost/",
  "https://forum_x.example/",
  "https://fórum.example/",
  "https://fragrаntica.com/",
  "https://xn--frum-hqa.example/",
  "https://ｆorum.example/",
  "https://forum。example/",
  "https://for%75m.example/",
  "https://forum.example/a\u0000b",
  "https://forum.example/a\nb",
  "https://forum.exa\tmple/",
  "https://forum.example/%0d%0aSet-Cookie:x",
  "https://forum.example/%00",
  "https://l.facebook.com/l.php?u=https%3A%2F%2Fforum.example%2Ft",
  "https://www.facebook.com/l.php?u=https%3A%2F%2Fforum.example%2Ft",
  "https://out.reddit.com/t3_x?url=https%3A%2F%2Fforum.example%2Ft",
  "https://www.google.com/url?q=https://forum.example/t",
  "https://www.google.co.uk/url?q=https://forum.example/t",
  "https://www.youtube.com/redirect?q=https://forum.example/t",
  "https://www.tiktok.com/link/v2?target=https%3A%2F%2Fforum.example",
  "https://www.pinterest.es/offsite/?url=https%3A%2F%2Fforum.example",
  "https://maps.app.goo.gl/Ab12",
  "https://t.co/Ab12",
  "https://www.awin1.com/cread.php?ued=https%3A%2F%2Fforum.example",
  "https://brand.pxf.io/c/1",
  "https://eur01.safelinks.protection.outlook.com/?url=x",
  `https://forum.example/${"a".repeat(500)}`,
  `https://forum.example/${"ñ".repeat(200)}`,
])("%j is not a source's address", (text) => {
  expect(parseSourceUrl(text)).toBeNull();
});

test("a source is named by its host", () => {
  expect(hostOf("https://www.fragrantica.com/p")).toBe("fragrantica.com");
  expect(hostOf("https://www.com/")).toBe("www.com");
});

test.each([
  ["https://github.com/a/b", true],
  ["https://gist.github.com/a", true],
  ["https://raw.githubusercontent.com/a/b.csv", true],
  ["https://ana.github.io/", true],
  ["https://huggingface.co/datasets/a", true],
  ["https://www.kaggle.com/a", true],
  ["https://notgithub.com/", false],
  ["https://github.com.forum.example/", false],
  ["https://forum.example/github.com", false],
])("whether %s is on a code host is %s", (url, is) => {
  expect(isCodeHost(url)).toBe(is);
});
