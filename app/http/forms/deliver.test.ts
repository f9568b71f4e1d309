import { expect, test } from "vitest";
import { deliver } from "./deliver.ts";

/** Sends a form to a server that answers by throwing, like the router's client. */
function sendTo(answer: unknown) {
  const body = new URLSearchParams({ intent: "contact", message: "typed", password: "secret" });
  const request = new Request("http://localhost/es/contact", { method: "POST", body });
  const serverAction = () => Promise.reject(answer);
  return deliver({ request, serverAction } as unknown as Parameters<typeof deliver>[0]);
}

test("a form that is too large keeps everything typed, and says so", async () => {
  const answer = { status: 413, data: { title: "Too much", message: "It is too large." } };
  expect(await sendTo(answer)).toMatchObject({
    data: {
      form: "contact",
      status: "error",
      initialValue: { intent: "contact", message: "typed" },
      error: { "": ["It is too large."] },
    },
  });
});

test.each([[new TypeError("Failed to fetch")], [{ status: 502 }]])(
  "when the server cannot be reached the form keeps everything typed, and the page is not loaded again",
  async (answer) => {
    const initialValue = { intent: "contact", message: "typed" };
    expect(await sendTo(answer)).toMatchObject({
      data: { initialValue, error: {}, offline: true },
      init: { status: 503 },
    });
  },
);

test.each([[{ status: 303 }], [{ status: 404 }], [{ status: 413 }]])(
  "any other answer of the router is passed on: %j",
  async (answer) => {
    await expect(sendTo(answer)).rejects.toBe(answer);
  },
);
