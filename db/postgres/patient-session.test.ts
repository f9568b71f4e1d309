import { beforeEach, expect, test, vi } from "vitest";
import { type Lender, PatientSession } from "./patient-session.ts";

const read = "select 1";
const lost = new Error("Connection terminated unexpectedly");

/** Of the connection that breaks, and of the one that is lent instead. */
const [first, second] = [vi.fn<() => Promise<object>>(), vi.fn<() => Promise<object>>()];
const release = vi.fn<(broken?: boolean) => void>();
let session: PatientSession;

beforeEach(() => {
  first.mockReset().mockRejectedValue(lost);
  second.mockReset().mockResolvedValue({ rows: ["found"] });
  const client = (query: typeof first) => ({ query, release }) as never;
  const lender: Lender = {
    options: {},
    lend: async () => client(second),
    query: (text, values) => ({ text, values: [...values] }),
  };
  session = new PatientSession(lender, client(first));
});

test.each([read, "begin"])(
  "%s is retried on another connection when its own is lost (RULES.md 14.15)",
  async (text) => {
    expect(await session.query(text)).toEqual({ rows: ["found"] });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    expect(release).toHaveBeenCalledWith(true);
  },
);

test("a write is not, because it may have been done, nor is a read within a transaction", async () => {
  await expect(session.query("insert into shops default values")).rejects.toThrow(/was lost/u);
  first.mockResolvedValueOnce({ rows: [] });
  await session.query("begin");
  await expect(session.query(read)).rejects.toThrow(/was lost/u);
  expect(second).not.toHaveBeenCalled();
});
