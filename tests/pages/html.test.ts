import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "#app/commands/load-starter.ts";
import { pairOf } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";
import { textPages } from "../support/page-paths.ts";
import { addVerdictCounts } from "../support/verdicts.ts";

const site = await openSite();
afterAll(() => site.close());

beforeAll(async () => {
  await seed(site.db);
});

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // React's choice where HTML allows several spellings.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // The defaults of HTML are intended.
    "no-implicit-button-type": "off",
    "no-implicit-input-type": "off",
    // The film plays by itself, muted (RULES.md 11.5).
    "no-autoplay": "off",
    // Perfume names have any length.
    "long-title": "off",
  },
});

async function faults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  );
}

const pages = [
  "",
  "?q=dior",
  "?q=zzqqxx",
  "?suggest=perfume",
  "/perfume/dior-sauvage-1",
  "/perfume/dior-sauvage-1?reviews=2",
  "/perfume/dior-sauvage-1?suggest=dupe",
  "/perfume/nothing-999999",
  "/auth",
  "/auth?mode=signup",
  "/auth/forgot",
  "/auth/confirm",
  "/auth/reset?token=x",
  ...textPages,
  "/nowhere",
  "/blind/bcdfgh",
];
const statusOf: Record<string, number> = {
  "/perfume/nothing-999999": 404,
  "/nowhere": 404,
  "/blind/bcdfgh": 404,
  "/auth/reset?token=x": 410,
};

/** Two, because texts have no markup. */
const languages = ["es", "de"];

test.each(pages)("the HTML of %s is valid", async (path) => {
  for (const code of languages) {
    const { status, html } = await site.get(`/${code}${path}`);
    expect([code, status, await faults(html)]).toEqual([code, statusOf[path] ?? 200, []]);
  }
});

test.each([
  ["/auth", 422, { intent: "login", email: "", password: "" }],
  ["/auth", 422, { intent: "signup", email: "x", nombre_usuario: "a" }],
  ["/auth/forgot", 422, { email: "x" }],
  ["/contact", 422, { name: "" }],
  ["", 422, { intent: "suggest-perfume", nombre_perfume: " " }],
  ["/perfume/dior-sauvage-1", 401, { intent: "vote", dupe_id: "2", voto: "1" }],
  ["/perfume/dior-sauvage-1", 422, { intent: "suggest-dupe", nombre_dupe: "<b>" }],
])(
  "the HTML of %s is valid when it refuses a form with %i: %o",
  async (path, refusal, fields: Record<string, string>) => {
    for (const code of languages) {
      const { html, status } = await site.post(`/${code}${path}`, fields);
      expect([code, status, await faults(html)]).toEqual([code, refusal, []]);
    }
  },
);

test("the HTML of a signed-in person's pages is valid", async () => {
  const ana = await signedIn(site, "ana");
  const google = await signedIn(site, "google_user", { username: null });
  for (const code of languages) {
    for (const path of ["", "/profile", "/perfume/dior-sauvage-1?reviews=2"]) {
      const { html, status } = await ana.get(`/${code}${path}`);
      expect([code, path, status, await faults(html)]).toEqual([code, path, 200, []]);
    }
    const { html, status } = await google.get(`/${code}/set-username`);
    expect([code, status, await faults(html)]).toEqual([code, 200, []]);
  }
});

test("the HTML of a pair is valid: plain, with everything, reported, refused, and without a relation", async () => {
  const lea = await signedIn(site, "lea");
  const plain = await pairOf(site.db, 2);
  const pair = await pairOf(site.db, 3);
  await addVerdictCounts(site.db, 3, { lasting: [1, 2, 3], again: [2, 1, 0] });
  await lea.post(pair, { intent: "publish-review", dupe_id: "3", description: "<b>\u202e" });
  await lea.post(pair, { intent: "verdict", dupe_id: "3", worn_both: "on", lasting: "less" });
  const begun = await lea.post(pair, { intent: "blind-start", dupe_id: "3" });
  const [test] = /[a-z]{6}(?=#blind)/u.exec(begun.headers.get("Location")!)!;
  const { id } = await site.db.selectFrom("dupe_reviews").select("id").executeTakeFirstOrThrow();
  const [first] = plain.split("/").slice(2);
  for (const code of languages) {
    const read = [
      await site.get(`/${code}${plain}`),
      await lea.get(`/${code}${pair}`),
      await site.get(`/${code}${pair}?report=${id}`),
      await site.post(`/${code}${pair}`, { intent: "vote", dupe_id: "3", voto: "1" }),
      await site.post(`/${code}${pair}`, { intent: "verdict", dupe_id: "3", lasting: "x" }),
      await lea.post(`/${code}${pair}`, { intent: "blind-answer", code: test, odd: "x" }),
      await site.get(`/${code}/blind/${test}`),
      await site.get(`/${code}/perfume/${first}/creed-aventus-3`),
    ];
    const found = await Promise.all(read.map(async (one) => [one.status, await faults(one.html)]));
    expect([code, found]).toEqual([
      code,
      [200, 200, 200, 401, 401, 422, 200, 404].map((is) => [is, []]),
    ]);
  }
});

const interactive =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, [tabindex]";

test("no control is nested in another one, on any page", async () => {
  const ana = await signedIn(site, "eva");
  for (const path of [...pages, "/profile", await pairOf(site.db, 3)]) {
    const { dom } = await ana.get(`/es${path}`);
    const nested = dom
      .querySelectorAll("a, button, summary, [role=option], [role=button]")
      .filter((control) => control.querySelector(interactive))
      .map((control) => control.outerHTML);
    expect([path, nested]).toEqual([path, []]);
  }
  const empty = { intent: "publish-review", dupe_id: "2", description: " " };
  const { html, status } = await ana.post("/es/perfume/dior-sauvage-1", empty);
  expect([status, await faults(html)]).toEqual([422, []]);
});
