import { expect, test } from "vitest";
import list from "./common-passwords.json" with { type: "json" };
import { isEasyToGuess } from "./common-passwords.ts";
import { passwordPattern } from "./passwords.ts";

const ana = { email: "Ana.Lopez7+sosia@example.org", username: "vetiver_fan" };

test("the list has 3,000 common passwords that the rule of RULES.md 12.2 would accept", () => {
  const passwords = list.passwords.split(" ");
  expect(new Set(passwords).size).toBe(3000);
  expect(passwords.filter((one) => !passwordPattern.test(one))).toEqual([]);
});

test.each([
  "password1",
  "PassWord1",
  "qwerty123",
  "trustno1",
  "1q2w3e4r",
  "password2026!",
  "Dragon77@@",
  "sosia123",
  "Perfume1",
  "Contrasena1",
  "motdepasse99",
  "vetiverfan1",
  "VetiverFan2026",
])("%s is easy to guess (RULES.md 9.17)", (password) => {
  expect(isEasyToGuess(password, ana)).toBe(true);
});

test("the name of a person's mailbox is easy to guess with digits and signs after it", () => {
  const person = { email: "ana.lopez@example.org", username: null };
  expect(isEasyToGuess("AnaLopez1", person)).toBe(true);
  expect(isEasyToGuess("analopez!!2026", person)).toBe(true);
  expect(isEasyToGuess("AnaLopez1", { ...person, email: "eva@example.org" })).toBe(false);
});

test.each(["sandalo1&Rosa", "abc73918264", "murcielago7", "1vetiver2cedro", "perfumista8"])(
  "%s may be chosen",
  (password) => {
    expect(isEasyToGuess(password, ana)).toBe(false);
  },
);
