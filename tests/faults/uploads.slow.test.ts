import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { siteWith, smallForm, upload } from "../support/uploads.ts";

test("a photo that takes over a minute to upload is accepted", async () => {
  const { origin, sessions } = await siteWith(1);
  const form = await smallForm();
  const { request, answer } = upload(origin, sessions[0]!, form, 100);
  answer.catch(() => undefined);
  for (let sent = 100; sent < 170; sent += 10) {
    await pause(10_000);
    request.write(form.subarray(sent, sent + 10));
  }
  request.end(form.subarray(170));
  expect((await answer).status).toBe(303);
});
