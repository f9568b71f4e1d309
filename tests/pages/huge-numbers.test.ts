import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { setRole } from "#app/domain/desk/operators.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { deskAddresses, deskForms } from "../support/desk-forms.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import type { TestBrowser } from "../support/browser.ts";

const site = await openSite();
afterAll(() => site.close());

let path: string;
let ana: TestBrowser & { id: string };
let people = 0;

beforeEach(async () => {
  ({ path } = await addPerfumeWithDupe(site.db));
  // A new person for each test, because the forms below use up one person's limit.
  ana = await signedIn(site, `person_${++people}`);
});

/** Beyond 32 bits, beyond 64, and what JavaScript or SQL would read as something else. */
const numbers = ["9223372036854775808", "1e30", "-1", "1\0"];

test.each(numbers)("requesting number %s causes no error", async (number) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const addresses = [
    `/es/perfume/x-${number}`,
    `${path}?page=${number}`,
    `${path}?reviews=${number}`,
    `${path}?reviews=1&page=${number}`,
    `/es/brands/creed?page=${number}`,
    `/es/brands?page=${number}`,
    `/es?page=${number}`,
    `/es?q=${number}`,
    `/es?q=creed&page=${number}`,
    `/es/profile?reviews=${number}`,
    `/es/profile?page=${number}`,
    `/es/shelf?page=${number}`,
    `/og/perfume-${number}.png`,
    `/og/${number}.png`,
    `/photos/${number}/card-0123456789abcdef.webp`,
    `/avatars/${number}/x.webp`,
    `/api/perfumes?q=creed&id=${number}`,
    `/api/perfumes?q=creed&limit=${number}`,
    `/es/feed.xml?page=${number}`,
    `/sitemap-${number}.xml`,
    `/es/notice?review=${number}`,
    `/es/notice?url=${number}`,
  ];
  for (const address of addresses) {
    const { status } = await ana.get(address.startsWith("/perfume") ? `/es${address}` : address);
    expect([address, status < 500]).toEqual([address, true]);
  }
  const told = { perfume_id: "1", amount: "1", currency: "EUR", size_ml: "1", shop: "a" };
  const price = { intent: "add-price", ...told };
  const forms: Record<string, string>[] = [
    { intent: "vote", dupe_id: number, voto: "1" },
    { intent: "vote", dupe_id: number, voto: number },
    { intent: "publish-review", dupe_id: number, description: "x" },
    { intent: "delete-review", review_id: number },
    { intent: "report-review", review_id: number, reason: "spam" },
    { intent: "price-gone", price_id: number },
    { intent: "price-there", price_id: number },
    { ...price, perfume_id: number },
    { ...price, amount: number },
    { ...price, size_ml: number },
  ];
  for (const form of forms) {
    const { status } = await ana.post(`/es${path}`, form);
    expect([form, status < 500]).toEqual([form, true]);
  }
  const shelf = { intent: "shelf-add", perfume_id: number, list: "want" };
  expect((await ana.post("/es/shelf", shelf)).status).toBeLessThan(500);
  expect(logged.mock.calls.map(String)).toEqual([]);
});

// Two, because the desk reads numbers as the pages above do.
test.each(["9223372036854775808", "1\0"])(
  "nor does an operator requesting number %s",
  async (number) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await setRole(site.db, ana.id, "owner", new Date());
    const numbered = (text: string) => text.replaceAll(/\d+/gu, number);
    for (const address of deskAddresses) {
      const { status } = await ana.get(`/es${numbered(address)}`);
      expect([address, status < 500]).toEqual([address, true]);
    }
    for (const [address, fields] of deskForms) {
      const values = Object.entries(fields).map(([name, value]) => [name, numbered(value)]);
      const { status } = await ana.post(`/es${numbered(address)}`, Object.fromEntries(values));
      expect([address, fields, status < 500]).toEqual([address, fields, true]);
    }
    expect(logged.mock.calls.map(String)).toEqual([]);
  },
);
