import { availableParallelism } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { PoolUnavailable } from "#app/jobs/pool.ts";
import { cost, createPasswords, passwordPattern } from "./passwords.ts";

// Each comparison takes a quarter of a second, and more while other tests run.
const password = "sandalo1&Rosa";
// Precomputed, because hashing takes a quarter of a second.
const hash = "$2b$12$Dm0q1YITWz/tSSB2M6L6huUVVLrdQxPWFL2n0KFhYZoUiAzK.Llzu";

let passwords = createPasswords();

afterEach(async () => {
  vi.restoreAllMocks();
  await passwords.close();
  passwords = createPasswords();
});

test.each([
  ["abcdefg1", true],
  ["a1@$!%*?&", true],
  ["a".repeat(71) + "1", true],
  ["abcdef1", false],
  ["abcdefgh", false],
  ["12345678", false],
  ["abcdefg 1", false],
  ["abcdefg1-", false],
  ["abcdefgñ1", false],
  ["abcdefg١", false],
  ["a".repeat(72) + "1", false],
])("%j is strong: %s", (candidate, strong) => {
  expect(passwordPattern.test(candidate)).toBe(strong);
});

test("a hash matches only its password, is salted, and has the current cost", async () => {
  const [one, other] = await Promise.all([passwords.hash(password), passwords.hash(password)]);
  expect(one).toMatch(new RegExp(`^\\$2b\\$${cost}\\$`));
  expect(one).not.toBe(other);
  expect(await passwords.check(password, one)).toBe(true);
  expect(await passwords.check("sandalo1&rosa", one)).toBe(false);
});

test("an unknown address, a missing password and a wrong one take the same comparison", async () => {
  await passwords.check(password, hash);
  const workers = Math.min(4, Math.max(1, availableParallelism() - 1));
  const served = Array.from({ length: workers + 64 }, () => passwords.check(password, hash));
  await expect(passwords.check(password, null)).rejects.toThrow(PoolUnavailable);
  await expect(passwords.hash(password)).rejects.toThrow(PoolUnavailable);
  expect(await served[0]).toBe(true);
  const left = Promise.allSettled(served);
  await passwords.close();
  await left;
  expect(await passwords.check(password, hash)).toBe(true);
});

test("a worker that cannot start fails its waiting tasks, and the next password starts another", async () => {
  const complained = vi.spyOn(console, "error").mockReturnValue();
  const elsewhere = vi.spyOn(process, "cwd").mockReturnValue("/nowhere");
  await expect(passwords.check(password, hash)).rejects.toThrow(PoolUnavailable);
  expect(complained).toHaveBeenCalledOnce();
  elsewhere.mockRestore();
  expect(await passwords.check(password, hash)).toBe(true);
});
