import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { streamOf } from "./stream-of.ts";

test("the error of a body that fails halfway is printed as one line of the log", async () => {
  async function* chunks() {
    yield Buffer.from("half");
    throw new Error("EIO: i/o error, read");
  }
  const error = await text(streamOf(chunks(), "an-id")).catch((reason: Error) => reason);
  expect(JSON.parse(inspect(error))).toMatchObject({
    event: "requestFailed",
    id: "an-id",
    error: "Error: EIO: i/o error, read",
  });
});
