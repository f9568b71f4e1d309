import { expect, test, vi } from "vitest";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { showBottle } from "./show-bottle.ts";

const now = new Date();
const today = dayOf(now);

test("show prints a bottle's prices, newest first", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const db = await freshDatabase();
  const bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  await showBottle(db, bottle);
  expect(log.mock.lastCall![0]).toContain("prices: none");
  await addPrice(db, bottle, 2490, now, { seen_on: addDays(today, -1) });
  await addPrice(db, bottle, 3200, now, { currency: "JPY", state: "held" });
  await showBottle(db, bottle);
  expect(log.mock.lastCall![0]).toContain(`prices: 1 shown, 1 held
price 2  3200 JPY for 100 ml (bottle) at druni.es, ${today}, held
price 1  24.90 EUR for 100 ml (bottle) at druni.es, ${addDays(today, -1)}, shown`);
});
