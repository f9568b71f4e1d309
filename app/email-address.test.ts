import { expect, test } from "vitest";
import { asciiAddress, emailAddress } from "./email-address.ts";

test.each([
  ["ana@müller.example", "ana@xn--mller-kva.example"],
  ["ana@MÜLLER.example", "ana@xn--mller-kva.example"],
  ["ana@mu\u0308ller.example", "ana@xn--mller-kva.example"],
  ["ana@müller.example.", "ana@xn--mller-kva.example"],
  [" ana@müller.example ", "ana@xn--mller-kva.example"],
  ["ana＠müller．example", "ana@xn--mller-kva.example"],
  ["ana@müller。example", "ana@xn--mller-kva.example"],
  ["ana@ｅｘａｍｐｌｅ.com", "ana@example.com"],
  ["ana@example.com.", "ana@example.com"],
  ["ana@xn--mller-kva.example", "ana@xn--mller-kva.example"],
  ["Ana@Example.com", "Ana@Example.com"],
  ["ana@пример.рф", "ana@xn--e1afmkfd.xn--p1ai"],
  ["ana@例え.jp", "ana@xn--r8jz45g.jp"],
  ["<ana@gmail.com>", "ana@gmail.com"],
  ["<ana@müller.example>;", "ana@xn--mller-kva.example"],
  ["mailto:ana@gmail.com", "ana@gmail.com"],
  ["“ana@gmail.com”", "ana@gmail.com"],
  ["(ana@gmail.com),", "ana@gmail.com"],
  ["ana@correo.españa.example", "ana@correo.xn--espaa-rta.example"],
])("%j is the address %s", (typed, address) => {
  expect(asciiAddress(typed)).toBe(address);
});

test("a domain that ends in letters of any script is valid, one without an end is not", () => {
  const isValid = (typed: string) => emailAddress().safeParse(asciiAddress(typed)).success;
  expect(["ana@пример.рф", "ana@παράδειγμα.ελ", "o'neil@x.ie", "a+b@x.co.uk"].map(isValid)).toEqual(
    Array(4).fill(true),
  );
  expect(
    ["ana@gmail", "ana@gmail..com", "ana@x.xn--", ".ana@x.es", "a b@x.es"].map(isValid),
  ).toEqual(Array(5).fill(false));
});

test("a domain with a letter of another script stays another domain", () => {
  expect(asciiAddress("ana@exаmple.com")).toBe("ana@xn--exmple-4nf.com");
});

test.each([
  "",
  "ana",
  "ana@",
  "@",
  "ana@ü/example.com",
  "ana@ü:80",
  "ana@ex%61mple.ü",
  "ana@ü example.com",
  "ana@ü@b?c",
  "ana@[ü]",
])("%j is no address and stays as it is", (typed) => {
  expect(asciiAddress(typed)).toBe(typed);
});
