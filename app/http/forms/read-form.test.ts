import { expect, onTestFinished, test, vi } from "vitest";
import { readForm } from "./read-form.ts";

const post = (body: BodyInit, type?: string) =>
  readForm(
    new Request("http://sosia.test", {
      method: "POST",
      body,
      ...(type && { headers: { "Content-Type": type } }),
    }),
  );
const urlencoded = "application/x-www-form-urlencoded";

test.each([urlencoded, `${urlencoded};charset=UTF-8`, "Application/X-WWW-Form-Urlencoded"])(
  "a form of type %s is read as browsers send it",
  async (type) => {
    const sent = "name=Ana+Ruiz&message=%C3%B1%0D%0A%26&empty=&again=1&again=2&raw=ñ%zz";
    const form = await post(sent, type);
    expect([...form]).toEqual([
      ["name", "Ana Ruiz"],
      ["message", "ñ\r\n&"],
      ["empty", ""],
      ["again", "1"],
      ["again", "2"],
      ["raw", "ñ%zz"],
    ]);
  },
);

test("a multipart form is read, too", async () => {
  const sent = new FormData();
  sent.set("name", "Ana");
  expect([...(await post(sent))]).toEqual([["name", "Ana"]]);
});

test("a body with far more fields than any of our forms is refused", async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `a${n}=b`).join("&");
  expect([...(await post(fields(200), urlencoded))]).toHaveLength(200);
  await expect(post(fields(201), urlencoded)).rejects.toMatchObject({ init: { status: 400 } });
  await expect(post("&".repeat(60_000), urlencoded)).rejects.toMatchObject({
    init: { status: 400 },
  });
});

test("a body that is not a form is refused", async () => {
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencodedx"])
    await expect(post("{}", type)).rejects.toMatchObject({ init: { status: 400 } });
});

test("a form that comes too slowly is abandoned after 30 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from("a=1")),
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  const refused = expect(readForm(new Request("http://localhost", init))).rejects.toMatchObject({
    init: { status: 408 },
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});
