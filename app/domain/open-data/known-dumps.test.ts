import { expect, test, vi } from "vitest";
import type { Manifest } from "./dump-manifest.ts";
import { createKnownDumps } from "./known-dumps.ts";

const made = (day: string): Manifest => ({
  schema_version: 1,
  made_at: `2026-11-${day}T02:00:00.000Z`,
  site: "https://sosia.example",
  licence: "CC0-1.0",
  last_change: 0,
  files: [],
});

function newShelf() {
  const manifest = vi.fn<() => Promise<Manifest | null>>();
  return { manifest, read: async () => null, publish: async () => {} };
}

const hangs = () => new Promise<never>(() => {});

test("while the shelf hangs or fails, the manifest read last is known, and a failure is said once", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const shelf = newShelf();
  const dumps = createKnownDumps(shelf);
  shelf.manifest.mockRejectedValue(new Error("no store"));
  expect([await dumps.known(), await dumps.known()]).toEqual([null, null]);
  shelf.manifest.mockResolvedValue(made("20"));
  expect(await dumps.known()).toEqual(made("20"));
  shelf.manifest.mockRejectedValue(new Error("no store"));
  expect([await dumps.known(), await dumps.known()]).toEqual([made("20"), made("20")]);
  shelf.manifest.mockImplementation(hangs);
  expect(await dumps.known()).toEqual(made("20"));
  expect(said).toHaveBeenCalledTimes(2);
});

test("before anything was read from a shelf that hangs, nothing is known", async () => {
  const shelf = newShelf();
  shelf.manifest.mockImplementation(hangs);
  expect(await createKnownDumps(shelf).known()).toBeNull();
});

test("a slow shelf is asked once at a time, and known when it has answered; whoever waits for it tells the others", async () => {
  const shelf = newShelf();
  const dumps = createKnownDumps(shelf, 1);
  const { promise, resolve } = Promise.withResolvers<Manifest>();
  shelf.manifest.mockReturnValue(promise);
  expect(await Promise.all([dumps.known(), dumps.known()])).toEqual([null, null]);
  expect(await dumps.known()).toBeNull();
  expect(shelf.manifest).toHaveBeenCalledTimes(1);
  resolve(made("21"));
  shelf.manifest.mockImplementation(hangs);
  await expect.poll(() => dumps.known()).toEqual(made("21"));
  shelf.manifest.mockResolvedValue(made("22"));
  await dumps.manifest();
  shelf.manifest.mockImplementation(hangs);
  expect(await dumps.known()).toEqual(made("22"));
});
