// One client must not delay the others: input is bounded before any slow processing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerfumeWithDupe, pairOf } from "../support/database.ts";
import {
  hostileBody,
  hostilePieces,
  threadTime,
  oddBodies,
  textForms,
} from "../support/hostile-forms.ts";
import { openSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";

/** ms of the event loop; actual times are below 20, and were above 300 */
const limit = 100;

const site = await openSite();
afterAll(() => site.close());

let forms: ReturnType<typeof textForms>;
let cookie: string;
let client = 0;

beforeAll(async () => {
  const { dupe, path } = await addPerfumeWithDupe(site.db);
  forms = textForms(`/es${path}`, `/es${await pairOf(site.db, dupe)}`, dupe);
  const person = await signedIn(site, "ana", { username: null });
  cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  // Warms up what is compiled or read once.
  for (const [form, fields, texts] of forms) await send(form, hostileBody(fields, texts, "ab"));
});

function send(path: string, body: string, type = "application/x-www-form-urlencoded") {
  const headers: Record<string, string> = {
    Origin: site.origin,
    "Content-Type": type,
    "Content-Length": String(Buffer.byteLength(body)),
    ...(/profile|username/u.test(path) && { Cookie: cookie }),
  };
  const address = `10.${client >> 8}.${client++ & 255}.1`;
  return site.request(path, { method: "POST", body, headers }, address);
}

/** @returns the forms that took too long twice in a row, because a single delay can be garbage collection */
async function slowForms(
  some: typeof forms,
  bodyOf: (form: (typeof forms)[number]) => [body: string, type?: string],
) {
  const slow: string[] = [];
  for (const form of some) {
    const stall = () =>
      threadTime(async () => {
        // A failure would be fast.
        expect((await send(form[0], ...bodyOf(form))).status).toBeLessThan(500);
      });
    const ms = (await stall()) > limit ? await stall() : 0;
    if (ms > limit) slow.push(`${form[0]} ${JSON.stringify(form[1])}: ${ms.toFixed(0)} ms`);
  }
  return slow;
}

const worst = ["marks that change places", "marks held apart by joiners", "NUL"];

test.each(Object.entries(hostilePieces))(
  "no form's content delays others: %s",
  async (name, piece) => {
    const some = worst.includes(name) ? forms : forms.filter((_, at) => at % 7 === 0);
    const slow = slowForms(some, ([, fields, texts]) => [hostileBody(fields, texts, piece)]);
    expect(await slow).toEqual([]);
  },
);

test.each(Object.entries(oddBodies))(
  "no form's encoding delays others: %s",
  async (_, { type, body }) => {
    const some = forms.filter((_, at) => at % 7 === 0);
    expect(await slowForms(some, () => [body, type])).toEqual([]);
  },
);

test.each([
  ["q", `/es?q=${encodeURIComponent("\u0301\u0316".repeat(1200))}`],
  ["q of the search while typing", `/api/perfumes?q=${"%CC%81%CC%96".repeat(1200)}`],
  ["redirectTo", `/es/auth?redirectTo=/${"%CC%81%CC%96".repeat(1200)}`],
  ["a path of marks", `/es/${"%CC%81%CC%96".repeat(1200)}`],
  ["a path of slashes", `/es${"/".repeat(15_000)}x`],
  ["a slug of hyphens", `/es/perfume/${"-".repeat(15_000)}1`],
  ["a malformed path", `/es/${"%".repeat(15_000)}`],
  ["a path of escapes", `/es/${"%41%c3".repeat(2500)}`],
])("no address delays others: %s", async (_, path) => {
  const stall = () => threadTime(() => site.get(path).catch(() => undefined));
  await stall();
  expect(Math.min(await stall(), await stall())).toBeLessThan(limit);
});

test.each([
  ["Accept-Language", "a,".repeat(7500)],
  ["Accept-Language", "en;q=0.1,".repeat(1700)],
  ["Accept-Encoding", "a,".repeat(7500)],
  ["Cookie", "a=b; ".repeat(3000)],
  ["Cookie", `auth_token=${"%".repeat(15_000)}`],
  ["Cookie", `known_device=${"a".repeat(15_000)}.b`],
  ["X-Forwarded-For", "1,".repeat(7500)],
])("no header delays others: %s", async (name, value) => {
  const stall = () => threadTime(() => site.get("/about", { [name]: value }));
  await stall();
  expect(Math.min(await stall(), await stall())).toBeLessThan(limit);
});
