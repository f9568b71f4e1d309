// A stranger cannot tell the desk's addresses from missing ones (RULES.md 10.2).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestBrowser } from "../support/browser.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";

let site: TestSite;
let stranger: TestBrowser;

beforeAll(async () => {
  site = await openSite();
  stranger = await signedIn(site, "sam");
});

afterAll(() => site.close());

describe("a stranger cannot tell the desk from a missing page", () => {
  const wordsOf = (html: string) =>
    html.replaceAll(/\/(?:desk|profile)[\w/?=&;%.-]*|\/nope[\w/?=&;%.-]*/gu, "/here");
  const told = ({ status, headers, html }: Awaited<ReturnType<TestSite["get"]>>) => ({
    status,
    headers: Object.fromEntries(
      [...headers].filter(
        ([name]) =>
          !["x-request-id", "content-security-policy", "date", "etag", "content-length"].includes(
            name,
          ),
      ),
    ),
    html: wordsOf(html),
  });

  test.each([
    "/desk/queue",
    "/desk/perfumes/1",
    "/desk/people/olga",
    "/profile/second-factor",
    "/desk/queue.data",
    "/desk/queue.data?_routes=routes%2Fdesk%2Fqueue%2Fqueue",
    "/desk.data?_routes=root",
    "/desk/queue?_data=1",
  ])("at %s", async (path) => {
    const nope = path.replace(/^\/desk|second-factor/u, (part) =>
      part === "/desk" ? "/nope" : "nope",
    );
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
      const init = { method, headers: { Origin: site.origin } };
      const there = await stranger.request(`/es${path}`, init);
      const nowhere = await stranger.request(`/es${nope}`, init);
      expect.soft([method, told(there)]).toEqual([method, told(nowhere)]);
    }
  });

  test("by the file size limit", async () => {
    const body = `--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n${"a".repeat(100_000)}\r\n--x--\r\n`;
    const init = {
      method: "POST",
      body,
      headers: {
        Origin: site.origin,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": String(body.length),
      },
    };
    const there = await stranger.request("/es/desk/perfumes/1", init);
    const nowhere = await stranger.request("/es/nope/perfumes/1", init);
    expect(told(there)).toEqual(told(nowhere));
  });

  test("by the requests of the router's client", async () => {
    for (const asked of [
      "/__manifest?p=%2Fes%2Fdesk&version=1",
      "/__manifest?paths=%2Fes%2Fdesk%2Fqueue&version=1",
    ])
      for (const reader of [site, stranger])
        expect((await reader.get(asked)).html).not.toContain("routes/desk");
  });
});
