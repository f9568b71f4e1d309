import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { openSite } from "../support/site.ts";

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

const publicFile = (path: string) => new URL(`../../public${path}`, import.meta.url);

test("no page links the manifest before it hydrates, and each icon has the size stated in the manifest", async () => {
  const site = await openSite();
  onTestFinished(() => site.close());
  for (const path of ["/", "/es?q=dior", "/de/about", "/es/nope"]) {
    const page = await site.get(path);
    expect(page.headers.get("Content-Security-Policy")).toContain("manifest-src 'self'");
    expect(page.dom.querySelector("link[rel=manifest]")).toBeNull();
  }
  const manifest: Manifest = JSON.parse(
    readFileSync(publicFile("/manifest.webmanifest"), "utf8"),
  ) as Manifest;
  expect(manifest).toMatchObject({ name: "Sosia", start_url: "/" });
  expect((await site.get(manifest.start_url)).status).toBe(200);
  for (const { src, sizes, type } of manifest.icons) {
    const { width, height, format } = await sharp(readFileSync(publicFile(src))).metadata();
    expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type]);
  }
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
});
