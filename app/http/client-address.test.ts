import { expect, test } from "vitest";
import { clientAddressOf } from "./client-address.ts";

const connection = "198.51.100.7";

test.each([
  ["203.0.113.5", "203.0.113.5"],
  ["203.0.113.5:5555", "203.0.113.5"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:203.0.113.5", "::ffff:203.0.113.5"],
  ["[::ffff:203.0.113.5]:65535", "::ffff:203.0.113.5"],
  ["192.0.2.9, 203.0.113.5 ", "203.0.113.5"],
  ["made up,203.0.113.5:1", "203.0.113.5"],
])("with one proxy, the entry %j means %j, without port and brackets", (forwarded, address) => {
  expect(clientAddressOf(connection, forwarded, 1)).toBe(address);
});

test.each([
  "",
  ",",
  "203.0.113.5,",
  "unknown",
  "_hidden",
  "203.0.113",
  "203.0.113.5:",
  "203.0.113.5:port",
  "203.0.113.5:5:5",
  "[203.0.113.5]",
  "[2001:db8::1",
  "[2001:db8::1]443",
  "[2001:db8::1]:",
  "[]",
  "2001:db8::1]:443",
  '"203.0.113.5"',
  "203.0.113.5 192.0.2.1",
])("with the invalid entry %j the connection's own address is used", (forwarded) => {
  expect(clientAddressOf(connection, forwarded, 1)).toBe(connection);
});

test("with two proxies the second-to-last entry is used, whatever the client sent", () => {
  const forwarded = "192.0.2.66, 203.0.113.5:1234, 10.0.0.1";
  expect(clientAddressOf(connection, forwarded, 2)).toBe("203.0.113.5");
});

test("with fewer entries than proxies the connection's own address is used", () => {
  expect(clientAddressOf(connection, "203.0.113.5", 2)).toBe(connection);
  expect(clientAddressOf(connection, null, 2)).toBe(connection);
});

test("without proxies the header is ignored, and an unknown connection has no address", () => {
  expect(clientAddressOf(connection, "203.0.113.5", 0)).toBe(connection);
  expect(clientAddressOf(undefined, "203.0.113.5", 0)).toBe("");
});
