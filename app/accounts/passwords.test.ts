import { Tinypool } from "tinypool";
import { afterEach, expect, test, vi } from "vitest";
import { cost, createPasswords, passwordPattern, PasswordsBusy } from "./passwords.ts";

// Each comparison takes a quarter of a second, more where many tests run at once.
vi.setConfig({ testTimeout: 20_000 });

const password = "sandalo1&Rosa";
// Of that password: hashing it again in each test would take a quarter of a second.
const hash = "$2b$12$Dm0q1YITWz/tSSB2M6L6huUVVLrdQxPWFL2n0KFhYZoUiAzK.Llzu";

let passwords = createPasswords();

afterEach(async () => {
  vi.restoreAllMocks();
  await passwords.close();
  passwords = createPasswords();
});

test.each([
  ["abcdefg1", true],
  ["1234567a", true],
  ["ABCDEFG1", true],
  ["a1@$!%*?&", true],
  ["a".repeat(71) + "1", true],
  ["abcdef1", false],
  ["", false],
  ["abcdefgh", false],
  ["12345678", false],
  ["@$!%*?&@", false],
  ["abcdefg 1", false],
  ["abcdefg1-", false],
  ["abcdefg1\n", false],
  ["abcdefgñ1", false],
  ["abcdefg١", false],
  ["a".repeat(72) + "1", false],
])("%j is strong: %s", (candidate, strong) => {
  expect(passwordPattern.test(candidate)).toBe(strong);
});

test("a hash is of its own password alone, salted, and of today's cost", async () => {
  const [one, other] = await Promise.all([passwords.hash(password), passwords.hash(password)]);
  expect(one).toMatch(new RegExp(`^\\$2b\\$${cost}\\$`));
  expect(one).not.toBe(other);
  expect(await passwords.check(password, one)).toBe(true);
  expect(await passwords.check("sandalo1&rosa", one)).toBe(false);
});

test("an unknown address, an account without a password and a wrong one cost the same comparison", async () => {
  const run = vi.spyOn(Tinypool.prototype, "run");
  expect(await passwords.check(password, hash)).toBe(true);
  expect(await passwords.check("wrong", hash)).toBe(false);
  expect(await passwords.check(password, null)).toBe(false);
  expect(await passwords.check("x".repeat(73), hash)).toBe(false);
  const compared = run.mock.calls.map(
    ([task, options]) => `${options?.name} ${task.hash.slice(0, 7)}`,
  );
  expect(compared).toEqual(Array(4).fill(`check ${hash.slice(0, 7)}`));
  expect(run.mock.settledResults.map(({ value }) => value)).toEqual([true, false, false, false]);
});

test("a password beyond 72 bytes is never shortened, neither when hashed nor when compared", async () => {
  const longest = "ñ".repeat(36);
  const ofLongest = await passwords.hash(longest);
  expect(await passwords.check(longest, ofLongest)).toBe(true);
  expect(await passwords.check(`${longest}x`, ofLongest)).toBe(false);
  await expect(passwords.hash(`${longest}x`)).rejects.toThrow(RangeError);
});

test("the main thread stays free while passwords are compared", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await Promise.all(Array.from({ length: 4 }, () => passwords.check(password, hash)));
  clearInterval(timer);
  // bcryptjs' own asynchronous way would let it turn once in 100 ms.
  expect(turns).toBeGreaterThan(50);
});

test("when too many wait further ones are turned away at once, and those who wait are served", async () => {
  const run = vi.spyOn(Tinypool.prototype, "run");
  await passwords.check(password, hash);
  const pool = run.mock.contexts[0] as Tinypool;
  const { maxThreads, maxQueue } = pool.options;
  const served: Promise<boolean>[] = [];
  while (pool.queueSize < maxQueue && served.length < 1000)
    served.push(passwords.check(password, hash));
  expect(served.length).toBe(maxThreads + maxQueue);
  await expect(passwords.check(password, null)).rejects.toThrow(PasswordsBusy);
  await expect(passwords.hash(password)).rejects.toThrow(PasswordsBusy);
  expect(await served[0]).toBe(true);
  const left = Promise.allSettled(served);
  pool.cancelPendingTasks();
  await left;
  expect(await passwords.check(password, hash)).toBe(true);
});

test("a worker that cannot start fails what waits for it, and the next password starts another", async () => {
  const complained = vi.spyOn(console, "error").mockReturnValue();
  const elsewhere = vi.spyOn(process, "cwd").mockReturnValue("/nowhere");
  await expect(passwords.check(password, hash)).rejects.toThrow("Terminating worker thread");
  expect(complained).toHaveBeenCalledOnce();
  elsewhere.mockRestore();
  expect(await passwords.check(password, hash)).toBe(true);
});
