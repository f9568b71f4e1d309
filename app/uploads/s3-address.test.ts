import { expect, test } from "vitest";
import { s3AddressOf } from "./s3-address.ts";

test("an address is split into percent-decoded parts", () => {
  expect(
    s3AddressOf("s3+https://KEY%3A1:a%2Fb%2Bc%40%25@store.example:8443/pictures?region=eu-1"),
  ).toEqual({
    endpoint: "https://store.example:8443",
    bucket: "pictures",
    region: "eu-1",
    key: "KEY:1",
    secret: "a/b+c@%",
  });
  expect(s3AddressOf("s3+http://k:s@127.0.0.1:9000/a.b-c/")).toMatchObject({
    endpoint: "http://127.0.0.1:9000",
    bucket: "a.b-c",
    region: "us-east-1",
  });
});

test.each([
  "",
  "./data/uploads",
  "https://k:s@store.example/pictures",
  "s3://k:s@store.example/pictures",
  "s3+ftp://k:s@store.example/pictures",
  "s3+https://store.example/pictures",
  "s3+https://k@store.example/pictures",
  "s3+https://:s@store.example/pictures",
  "s3+https://k:s@store.example",
  "s3+https://k:s@store.example/",
  "s3+https://k:s@store.example/pictures/folder",
  "s3+https://k:s@store.example/Pictures",
  "s3+https://k:s@store.example/ab?region=",
  "s3+https://k:s@store.example/pictures?region=",
  "s3+https://k:s@store.example/pictures?regoin=eu-1",
  "s3+https://k:s@store.example/pictures#x",
  "s3+https://k:%ff@store.example/pictures",
  "s3+https://k:a%0Ab@store.example/pictures",
])("%s is not the address of a store", (text) => {
  expect(s3AddressOf(text)).toBeNull();
});
