import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("nothing set is a site on this machine", () => {
  expect(readConfig({})).toMatchObject({
    origin: "http://localhost:3000",
    secure: false,
    databaseUrl: "file:./data/perfumes.db",
    contactAddress: "no-reply@localhost",
    trustedProxyHops: 0,
    affiliateUrlTemplate: null,
  });
});

test("an empty value counts as none, and the port makes the origin", () => {
  expect(readConfig({ PORT: "8080", APP_ORIGIN: "", OPERATOR: "" })).toMatchObject({
    origin: "http://localhost:8080",
    operator: null,
  });
});

test("https makes cookies secure, and the sender stands in for who is written to", () => {
  const config = readConfig({
    APP_ORIGIN: "https://sosia.example/",
    MAIL_FROM: "hola@sosia.example",
  });
  expect(config).toMatchObject({
    origin: "https://sosia.example",
    secure: true,
    contactAddress: "hola@sosia.example",
  });
});

test.each([
  [{ APP_ORIGIN: "sosia.example" }, /APP_ORIGIN/],
  [{ APP_ORIGIN: "https://sosia.example/shop" }, /APP_ORIGIN must be an origin/],
  [{ PORT: "http" }, /PORT/],
  [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must begin with file:/],
  [{ TRUSTED_PROXY_HOPS: "-1" }, /TRUSTED_PROXY_HOPS/],
  [
    { AFFILIATE_URL_TEMPLATE: "https://shop.example" },
    /AFFILIATE_URL_TEMPLATE must contain {nombre}/,
  ],
  [{ CONTACT_TO: "nobody" }, /CONTACT_TO/],
])("a wrong value is refused in one line that names it: %o", (env, complaint) => {
  expect(() => readConfig(env)).toThrow(complaint);
  expect(() => readConfig(env)).not.toThrow(/\n/u);
});

test("every wrong value is named at once", () => {
  expect(() => readConfig({ PORT: "x", CONTACT_TO: "y" })).toThrow(/PORT.*CONTACT_TO/);
});
