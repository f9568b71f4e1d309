import { expect, test } from "vitest";
import { addAccount } from "../../tests/support/accounts.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { isUsernameTaken, usernameFault } from "./usernames.ts";

test.each(["ana", "Ana_Perez_1", "a".repeat(30), "123", "___"])("%s is a username", (name) => {
  expect(usernameFault(name)).toBeNull();
});

test.each([
  ["ab", "too-short"],
  ["", "too-short"],
  ["a".repeat(31), "too-long"],
  ["ana perez", "characters"],
  ["ana-perez", "characters"],
  ["añadida", "characters"],
  ["ana\n", "characters"],
  ["anа", "characters"],
  ["admin", "reserved"],
  ["ADMIN", "reserved"],
  ["administrador", "reserved"],
  ["Operator", "reserved"],
  ["demo_ana", "reserved"],
  ["sosia_es", "reserved"],
])("%j is no username: %s", (name, fault) => {
  expect(usernameFault(name)).toBe(fault);
});

test("a name is taken in every spelling, but not from its own owner", async () => {
  const db = await freshDatabase();
  await addAccount(db, "Ana_1");
  expect(await isUsernameTaken(db, "ana_1")).toBe(true);
  expect(await isUsernameTaken(db, "ANA_1", "Ana_1")).toBe(false);
  expect(await isUsernameTaken(db, "ana_2")).toBe(false);
});
