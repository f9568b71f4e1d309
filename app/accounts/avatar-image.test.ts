import sharp, { type Color, type SharpOptions } from "sharp";
import { expect, test } from "vitest";
import { createAvatarRenderer } from "./avatar-image.ts";

const renderer = createAvatarRenderer();

const red: Color = { r: 255, g: 0, b: 0 };
const blue: Color = { r: 0, g: 0, b: 255 };

const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } });

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 30 } },
  } as unknown as SharpOptions);

/** Red above, blue below. */
const twoHalves = () =>
  plain(400, 400).composite([
    {
      input: { create: { width: 400, height: 200, channels: 3, background: blue } },
      top: 200,
      left: 0,
    },
  ]);

async function rendered(bytes: Uint8Array) {
  const result = await renderer.render(bytes);
  if (typeof result === "string") throw new Error(result);
  return Buffer.from(result.image);
}

/** @returns which of red and blue a place of the picture is */
async function colourAt(image: Buffer, left: number, top: number) {
  const pixel = await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return pixel[0]! > pixel[2]! ? "red" : "blue";
}

test("an avatar is a square WebP of 256 px and little weight, whatever was sent", async () => {
  for (const picture of [
    noise(600, 400).jpeg({ quality: 95 }),
    noise(600, 400).jpeg({ progressive: true }),
    noise(200, 500).png(),
    noise(500, 200).webp({ effort: 0 }),
    noise(300, 200).avif({ effort: 0 }),
    noise(300, 300).gif({ effort: 1 }),
    plain(1, 1).png(),
    plain(4, 5000).png(),
  ]) {
    const image = await rendered(await picture.toBuffer());
    expect(await sharp(image).metadata()).toMatchObject({
      format: "webp",
      width: 256,
      height: 256,
    });
    expect(image.length).toBeLessThan(30_000);
  }
});

test("the middle of a picture is kept, in its proportions", async () => {
  const wide = await plain(900, 300)
    .composite([
      {
        input: { create: { width: 300, height: 300, channels: 3, background: blue } },
        top: 0,
        left: 300,
      },
    ])
    .png()
    .toBuffer();
  const image = await rendered(wide);
  for (const x of [4, 128, 251]) expect(await colourAt(image, x, 128)).toBe("blue");
});

test("a photo that was taken sideways stands upright, and does not tell where it was taken", async () => {
  const photo = await twoHalves()
    .withExif({
      IFD0: { Make: "Telephone", Orientation: "6" },
      IFD3: { GPSLatitude: "40/1 25/1 0/1", GPSLatitudeRef: "N" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
  const image = await rendered(photo);
  // Orientation 6: what is above in the file is to the right.
  expect([await colourAt(image, 240, 128), await colourAt(image, 16, 128)]).toEqual([
    "red",
    "blue",
  ]);
  const metadata = await sharp(image).metadata();
  for (const kept of ["exif", "icc", "xmp", "iptc", "orientation"] as const)
    expect(metadata[kept], kept).toBeUndefined();
  expect(image.includes("Telephone")).toBe(false);
});

test("what is transparent stays so", async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#0000" } })
    .png()
    .toBuffer();
  expect(await sharp(await rendered(png)).stats()).toMatchObject({ isOpaque: false });
});

test("of an animation the first frame is shown", async () => {
  const frames = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      plain(20, 20, n === 0 ? red : { r: 0, g: n % 256, b: 255 })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ["gif", "webp"] as const) {
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    const image = await rendered(animation);
    expect(await sharp(image).metadata()).toMatchObject({ height: 256 });
    expect(await colourAt(image, 128, 128)).toBe("red");
  }
});

test("many at once are rendered one after the other", async () => {
  const picture = await noise(600, 600).png().toBuffer();
  let most = 0;
  const count = () => {
    const { process, queue } = sharp.counters();
    most = Math.max(most, process + queue);
  };
  sharp.queue.on("change", count);
  const images = await Promise.all(Array.from({ length: 5 }, () => rendered(picture)));
  sharp.queue.off("change", count);
  expect(most).toBe(1);
  expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(1);
});
