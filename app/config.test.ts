import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("without settings the site runs on localhost", () => {
  expect(readConfig({})).toMatchObject({
    origin: "http://localhost:3000",
    secure: false,
    databaseUrl: "file:./data/perfumes.db",
    contactAddress: "no-reply@localhost",
    trustedProxyHops: 0,
    affiliateUrlTemplate: null,
    adClient: null,
    adSlot: null,
    analyticsId: null,
    indexNow: null,
    metricsToken: null,
    viewLog: "all",
    deskSecondFactor: false,
    uploadsFolder: "./data/uploads",
    uploadsStore: null,
  });
});

test("a store's address is parsed, and a wrong one is refused in one line that does not quote it", () => {
  const url = "s3+https://KEY:s3cret%2Fx@store.example/pictures?region=eu-1";
  expect(readConfig({ UPLOADS_URL: url }).uploadsStore).toEqual({
    endpoint: "https://store.example",
    bucket: "pictures",
    region: "eu-1",
    key: "KEY",
    secret: "s3cret/x",
  });
  expect(readConfig({ UPLOADS_URL: "" }).uploadsStore).toBeNull();
  const oneLine =
    /^Configuration: UPLOADS_URL must be s3\+https:\/\/KEY:SECRET@endpoint\/bucket\?region=…, [^\n]+\.$/u;
  for (const wrong of [
    "KEY:s3cret",
    url.replace("s3+https", "https"),
    url.replace("/pictures", ""),
    url.replace("%2F", "/"),
    `${url}\n`,
  ]) {
    const read = () => readConfig({ UPLOADS_URL: wrong });
    expect(read, wrong).toThrow(oneLine);
    expect(read, wrong).not.toThrow(/s3cret|KEY:s/u);
  }
});

test.each([
  [{ APP_ORIGIN: "sosia.example" }, "APP_ORIGIN must be an origin, e.g. https://example.org"],
  [{ APP_ORIGIN: "http://localhost/x" }, "APP_ORIGIN must be an origin, e.g. https://example.org"],
  ...[
    "smtp://ana:s3#cret@mail.example",
    "mail.example:587",
    "smtp://ana:s3#cret@mail.example:587",
  ].map((url): [Record<string, string>, string] => [
    { SMTP_URL: url },
    "SMTP_URL must be smtps://NAME:PASSWORD@host:465 or smtp://…, with name and password percent-encoded",
  ]),
  [
    { GOOGLE_TOKEN_URL: "google" },
    "GOOGLE_TOKEN_URL must be a web address, e.g. https://example.org/path",
  ],
])("%j is refused with what to write", (settings, line) => {
  expect(() => readConfig(settings)).toThrow(new Error(`Configuration: ${line}.`));
});

test("a database without a path is refused, and leaves no file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sosia-config-"));
  const before = process.cwd();
  process.chdir(folder);
  try {
    for (const url of ["file:", "file:  "])
      expect(() => readConfig({ DATABASE_URL: url })).toThrow(
        /file: and a path, e\.g\. file:\.\/data/u,
      );
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    process.chdir(before);
  }
});

test("people are answered in the languages that the operator lists, by default in Spanish", () => {
  expect(readConfig({}).contactLanguages).toEqual(["es"]);
  expect(readConfig({ CONTACT_LANGUAGES: "es, en" }).contactLanguages).toEqual(["es", "en"]);
});

test("several secrets can be listed, and a local one is generated once", () => {
  const [a, b] = ["a".repeat(32), "b".repeat(32)];
  expect(readConfig({ SESSION_SECRET: `${a}, ${b}` }).sessionSecrets).toEqual([a, b]);
  const made = readConfig({}).sessionSecrets;
  expect(made).toEqual(readConfig({}).sessionSecrets);
  expect(made[0]).toHaveLength(43);
});

test("an empty value counts as unset, and the default origin contains the port", () => {
  expect(readConfig({ PORT: "8080", APP_ORIGIN: "", OPERATOR: "" })).toMatchObject({
    origin: "http://localhost:8080",
    operator: null,
  });
});

test.each([
  [{ PORT: "80" }, "http://localhost"],
  [{ APP_ORIGIN: "http://localhost:80" }, "http://localhost"],
  [{ APP_ORIGIN: "HTTPS://localhost:443/" }, "https://localhost"],
])("the origin has no port where it is the usual one: %j", (settings, origin) => {
  expect(readConfig(settings).origin).toBe(origin);
});

test("with https cookies are Secure, and contact messages go to MAIL_FROM by default", () => {
  const config = readConfig({
    APP_ORIGIN: "https://sosia.example/",
    SESSION_SECRET: "x".repeat(32),
    MAIL_FROM: "hola@sosia.example",
  });
  expect(config).toMatchObject({
    origin: "https://sosia.example",
    secure: true,
    contactAddress: "hola@sosia.example",
  });
});

const safe = {
  APP_ORIGIN: "https://sosia.example",
  SESSION_SECRET: "0Yv3GkzWQ7aTn5bXcR9dLmE1fUhJ2pKs",
  SMTP_URL: "smtps://mail.example",
  TRUSTED_PROXY_HOPS: "1",
};

test.each([
  [{ APP_ORIGIN: "http://sosia.example" }, /APP_ORIGIN begins with http:\/\//u],
  [{ SESSION_SECRET: "x".repeat(32) }, /SESSION_SECRET can be guessed/u],
  [{ SESSION_SECRET: "changeme-changeme-changeme-changeme" }, /SESSION_SECRET can be guessed/u],
  [{ SESSION_SECRET: `${safe.SESSION_SECRET},${"ab".repeat(20)}` }, /SESSION_SECRET can be/u],
  [{ TRUSTED_PROXY_HOPS: "" }, /TRUSTED_PROXY_HOPS is 0, though only a proxy can serve https/u],
  [{ SMTP_URL: "" }, /SMTP_URL is not set, so accounts need no confirmation/u],
  [{ SMTP_URL: "smtp://name:hidden@mail.example" }, /SMTP_URL begins with smtp:\/\//u],
  [{ DATABASE_URL: "postgres://name:hidden@db/sosia" }, /DATABASE_URL leads to another machine/u],
  [
    { DATABASE_URL: "postgres:///sosia?host=db.example&sslmode=prefer" },
    /DATABASE_URL leads to another machine/u,
  ],
  [
    {
      DATABASE_URL: "postgres://localhost/sosia",
      DATABASE_DIRECT_URL: "postgres://10.0.0.2/sosia",
    },
    /DATABASE_URL leads to another machine/u,
  ],
])("a public site warns in one line of what is unsafe: %o (RULES.md 14.1)", (settings, warning) => {
  const named = { OPERATOR: "Ana Ejemplo", CONTACT_TO: "hola@sosia.example" };
  const { warnings } = readConfig({ ...safe, ...named, ...settings });
  expect(warnings).toEqual([expect.stringMatching(warning)]);
  expect(warnings[0]).not.toMatch(/\n|hidden/u);
  const local = { ...settings, APP_ORIGIN: "http://localhost:3000" };
  expect(readConfig({ ...safe, ...local }).warnings).toEqual([]);
});

test.each([
  { SMTP_URL: "smtp://127.0.0.1:25" },
  { SMTP_URL: "smtp://mail.example?requireTLS=true" },
  { DATABASE_URL: "postgres:///sosia?host=/var/run/postgresql" },
  { DATABASE_URL: "postgres://%2Fvar%2Frun%2Fpostgresql/sosia" },
  { DATABASE_URL: "postgres://name:pass@localhost:5432/sosia" },
  { DATABASE_URL: "postgres://name:pass@[::1]/sosia" },
  { DATABASE_URL: "postgres://db.example/sosia?sslmode=verify-full" },
])("%o is safe on a public site", (settings) => {
  const named = { OPERATOR: "Ana Ejemplo", CONTACT_TO: "hola@sosia.example" };
  expect(readConfig({ ...safe, ...named, ...settings }).warnings).toEqual([]);
});

test("a public site does not send Google's tokens unencrypted to another machine", () => {
  const to = (GOOGLE_TOKEN_URL: string, APP_ORIGIN = safe.APP_ORIGIN) =>
    readConfig({ ...safe, APP_ORIGIN, GOOGLE_TOKEN_URL });
  expect(() => to("http://google.example/token")).toThrow(
    /^Configuration: Google's addresses must begin with https:\/\/ [^\n]+\.$/u,
  );
  for (const url of ["https://google.example/token", "http://127.0.0.1:9/token"])
    expect(to(url).origin).toBe(safe.APP_ORIGIN);
  expect(to("http://google.example/token", "http://localhost").local).toBe(true);
});

test("a public site warns in one line each of a missing OPERATOR and CONTACT_TO, a local one does not", () => {
  const owner = { OPERATOR: "Ana Ejemplo, NIF 00000000T, Madrid" };
  const address = { CONTACT_TO: "hola@sosia.example" };
  const noOwner = expect.stringMatching(/^Configuration: OPERATOR is not set, [^\n]+$/u);
  const noAddress = expect.stringMatching(
    /^Configuration: CONTACT_TO is not set, [^\n]*no-reply@sosia\.example[^\n]+$/u,
  );
  expect(readConfig(safe).warnings).toEqual([noOwner, noAddress]);
  expect(readConfig({ ...safe, ...address, OPERATOR: "" }).warnings).toEqual([noOwner]);
  expect(readConfig({ ...safe, ...owner }).warnings).toEqual([noAddress]);
  expect(readConfig({ ...safe, ...owner, ...address }).warnings).toEqual([]);
  for (const APP_ORIGIN of [undefined, "http://localhost:3000", "http://127.0.0.1:3000"])
    expect(readConfig({ APP_ORIGIN }).warnings).toEqual([]);
});

test("IndexNow is on when there is a key, on localhost only when its address is set too", () => {
  const real = { APP_ORIGIN: "https://sosia.example", SESSION_SECRET: "x".repeat(32) };
  const [key, url] = ["Key-1234", "http://127.0.0.1:9/indexnow"];
  expect(readConfig({ ...real, INDEXNOW_URL: url }).indexNow).toBeNull();
  expect(readConfig({ ...real, INDEXNOW_KEY: key }).indexNow).toEqual({
    key,
    url: "https://api.indexnow.org/indexnow",
  });
  for (const APP_ORIGIN of [undefined, "http://localhost:3000", "https://127.0.0.1"]) {
    expect(readConfig({ APP_ORIGIN, INDEXNOW_KEY: key }).indexNow).toBeNull();
    expect(readConfig({ APP_ORIGIN, INDEXNOW_KEY: key, INDEXNOW_URL: url }).indexNow).toEqual({
      key,
      url,
    });
  }
});

test.each([
  [{ APP_ORIGIN: "sosia.example" }, /APP_ORIGIN/],
  [{ APP_ORIGIN: "https://sosia.example/shop" }, /APP_ORIGIN must be an origin/],
  [{ PORT: "http" }, /PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: "70000" }, /PORT must be a whole number from 0 to 65535\.$/],
  [{ DATABASE_POOL: "ten" }, /DATABASE_POOL must be a whole number from 1 to 200\.$/],
  [{ TRUSTED_PROXY_HOPS: "true" }, /TRUSTED_PROXY_HOPS must be a whole number from 0 to 10\.$/],
  [
    { MAIL_FROM: "Sosia <hola@sosia.example>" },
    /MAIL_FROM must be one address alone, e\.g\. hola@/,
  ],
  [
    { CONTACT_TO: "a@b.example, c@d.example" },
    /CONTACT_TO must be one address alone, e\.g\. hola@/,
  ],
  [{ APP_ORIGIN: "https://sosia.example" }, /SESSION_SECRET is required/],
  [{ SESSION_SECRET: "short" }, /SESSION_SECRET.*32 characters/],
  [{ SMTP_URL: "http://mail.example" }, /SMTP_URL/],
  [{ GOOGLE_CLIENT_ID: "x" }, /GOOGLE_CLIENT_SECRET/],
  [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must be file: and a path/],
  [{ TRUSTED_PROXY_HOPS: "-1" }, /TRUSTED_PROXY_HOPS/],
  [
    { AFFILIATE_URL_TEMPLATE: "https://shop.example" },
    /AFFILIATE_URL_TEMPLATE must contain {nombre}/,
  ],
  [{ CONTACT_TO: "nobody" }, /CONTACT_TO/],
  [{ CONTACT_LANGUAGES: "es,xx" }, /CONTACT_LANGUAGES must be codes of languages/],
  [{ CONTACT_LANGUAGES: "Spanish" }, /CONTACT_LANGUAGES must be codes of languages/],
  [{ AD_CLIENT: "pub-1234567890123456" }, /AD_CLIENT must be an AdSense client/],
  [{ AD_CLIENT: 'ca-pub-1234567890123456"' }, /AD_CLIENT/],
  [{ AD_CLIENT: "ca-pub-1234567890123456" }, /AD_CLIENT and AD_SLOT must be set together/],
  [{ AD_SLOT: "1234567890" }, /AD_CLIENT and AD_SLOT must be set together/],
  [{ AD_CLIENT: "ca-pub-1234567890123456", AD_SLOT: "1234-5678" }, /AD_SLOT must be the number/],
  [{ ADS_TXT: "google.com pub-1 DIRECT" }, /ADS_TXT must be lines of ads.txt/],
  [{ ANALYTICS_ID: "UA-12345-1" }, /ANALYTICS_ID must be a Google Analytics 4 id/],
  [{ ANALYTICS_ID: "G-ABCDE12345\n" }, /ANALYTICS_ID/],
  [{ INDEXNOW_KEY: "seven-7" }, /INDEXNOW_KEY must be 8 to 128/],
  [{ INDEXNOW_KEY: "x".repeat(129) }, /INDEXNOW_KEY/],
  [{ INDEXNOW_KEY: "under_score" }, /INDEXNOW_KEY/],
  [{ INDEXNOW_KEY: "a-good-key\n" }, /INDEXNOW_KEY/],
  [{ INDEXNOW_URL: "ftp://indexnow.example" }, /INDEXNOW_URL/],
  [{ VIEW_LOG: "none" }, /VIEW_LOG/],
  [{ DESK_SECOND_FACTOR: "yes" }, /DESK_SECOND_FACTOR/],
])("a wrong value is refused in one line that names it: %o", (env, complaint) => {
  expect(() => readConfig(env)).toThrow(complaint);
  expect(() => readConfig(env)).not.toThrow(/\n/u);
});

test("one error names every wrong value", () => {
  expect(() => readConfig({ PORT: "x", CONTACT_TO: "y" })).toThrow(/PORT.*CONTACT_TO/);
});

test("the metrics token must be long and fit in a header, and no error quotes it", () => {
  const token = "0123456789abcdeF/+==";
  expect(readConfig({ METRICS_TOKEN: token }).metricsToken).toBe(token);
  const oneLine = /^Configuration: METRICS_TOKEN must be 16 to 512 letters [^\n]+$/u;
  for (const wrong of [
    "secret-secret-1",
    "secret secret secret",
    "sécret-sécret-sécret",
    "s".repeat(513),
  ]) {
    const read = () => readConfig({ METRICS_TOKEN: wrong });
    expect(read).toThrow(oneLine);
    expect(read).not.toThrow(wrong);
  }
});
