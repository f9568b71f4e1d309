import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openSite } from "../support/site.ts";

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

const publicFile = (path: string) => new URL(`../../public${path}`, import.meta.url);

test("home names the manifest, other pages need not fetch it, and its icons are there in the sizes that it says", async () => {
  const site = await openSite();
  const named = async (path: string) => {
    const page = await site.get(path);
    expect(page.headers.get("Content-Security-Policy")).toContain("manifest-src 'self'");
    return page.dom.querySelector("head link[rel=manifest]")?.getAttribute("href");
  };
  for (const path of ["/", "/de", "/es?q=dior"])
    expect(await named(path)).toBe("/manifest.webmanifest");
  for (const path of ["/de/about", "/es/nope"]) expect(await named(path)).toBeUndefined();
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
