// What PostgreSQL refuses and SQLite takes: NUL in texts, and numbers of more than 64 bits (RULES.md 32).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCommunity } from "../support/crowd.ts";
import { textForms } from "../support/hostile-forms.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { freshOn, hasPostgres, prepare, startSite } from "../support/postgres-site.ts";

describe.runIf(hasPostgres)("on PostgreSQL", () => {
  let server: TestPostgres;

  beforeAll(async () => {
    server = startPostgres();
    await prepare(server);
  });
  afterAll(() => server?.stop());

  test("NUL bytes in every field of every form and ids beyond 2^63 are never 500", async () => {
    const { url, db } = await freshOn(server);
    const site = await startSite(url);
    const { people, bottles } = await addCommunity(db, { people: 1, bottles: 1 });
    const { path, dupe } = bottles[0]!;
    const cookies = [{}, { Cookie: people[0]!.cookie }] as Record<string, string>[];
    const huge = "99999999999999999999";
    const nul = "a\0b";
    const answers: [what: string, status: number][] = [];
    for (const headers of cookies) {
      for (const [action, fields, texts] of textForms(path, dupe)) {
        // Or it would be signed out.
        if (action === "/logout" && headers.Cookie) continue;
        const others = Object.fromEntries(texts.map((text) => [text, "plain@example.org"]));
        const forms = [nul, huge].flatMap((value) =>
          [...texts, ...Object.keys(fields)].map((name) => ({
            ...others,
            ...fields,
            [name]: value,
          })),
        );
        const sent = await Promise.all(forms.map((form) => site.post(action, form, headers)));
        answers.push(
          ...sent.map(({ status }, n): [string, number] => [
            `${action} ${JSON.stringify(forms[n])}`,
            status,
          ]),
        );
      }
      const asked = [encodeURIComponent(nul), huge, `-${huge}`, "9223372036854775808"].flatMap(
        (value) => [
          `/es?q=${value}`,
          `/es?page=${value}`,
          `/es/perfume/x-${value}`,
          `/es/perfume/${value}`,
          `${path}?dupe=${value}&reviews=${value}&page=${value}`,
          `/es/brand/${value}`,
          `/es/brands?q=${value}`,
          `/api/perfumes?q=${value}`,
          `/api/perfumes?q=a&dupe_of=${value}`,
          `/photos/${value}/a.webp`,
          `/avatars/${value}.webp`,
          `/es/auth/confirm?token=${value}`,
          `/es/auth/reset?token=${value}`,
          `/unsubscribe?token=${value}`,
          `/es/shelf?add=${value}`,
          `/og/${value}.png`,
        ],
      );
      const got = await Promise.all(asked.map((address) => site.get(address, headers)));
      answers.push(...got.map(({ status }, n): [string, number] => [asked[n]!, status]));
    }
    expect(answers.filter(([, status]) => status === 0 || status >= 500)).toEqual([]);
    expect(answers.length).toBeGreaterThan(250);
  });
});
