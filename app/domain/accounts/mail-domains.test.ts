import { expect, test } from "vitest";
import { ownMailDomain } from "./mail-domains.ts";

test.each([
  ["ana@Example.org", "example.org"],
  ["ana@a.b.example.org", "example.org"],
  ["ana@shop.example.co.uk", "example.co.uk"],
  ["ana@shop.example.gob.es", "example.gob.es"],
  ["ana@shop.example.edu.mx", "example.edu.mx"],
  ["ana@shop.example.ac.at", "example.ac.at"],
  ["ana@one.co.de", "co.de"],
  ["ana@two.com.nl", "com.nl"],
  ["ana@one.gob.io", "gob.io"],
  ["ana@gmail.attacker.com", "attacker.com"],
  ["ana@yahoo.shop", "yahoo.shop"],
  ["ana@gmail.com", null],
  ["ana@hotmail.es", null],
  ["ana@yahoo.com.br", null],
  ["shop@ana.fastmail.com", null],
  ["ana@shop.web.de", "web.de"],
])("the mail domain of %s is %s, null for a large provider's (RULES.md 5.8)", (email, domain) => {
  expect(ownMailDomain(email)).toBe(domain);
});
