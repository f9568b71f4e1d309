import sharp, { type Color } from "sharp";
import { afterAll, expect, test } from "vitest";
import { heic, noise, sent } from "../../tests/support/pictures.ts";
import { createPictureRenderer } from "./picture-renderer.ts";

// Starting a process and rendering are slow when many tests run at once.
const renderer = createPictureRenderer();
afterAll(() => renderer.close());

const red: Color = { r: 255, g: 0, b: 0 };
const blue: Color = { r: 0, g: 0, b: 255 };

const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Red on top, blue below. */
const twoHalves = () =>
  plain(400, 400).composite([
    {
      input: { create: { width: 400, height: 200, channels: 3, background: blue } },
      top: 200,
      left: 0,
    },
  ]);

async function rendered(bytes: Uint8Array) {
  const result = await renderer.render(sent(bytes));
  if (typeof result === "string") throw new Error(result);
  return Buffer.from(result.image);
}

/** @returns whether the pixel there is red or blue */
async function colourAt(image: Buffer, left: number, top: number) {
  const pixel = await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return pixel[0]! > pixel[2]! ? "red" : "blue";
}

test("an avatar is always a small square WebP of 256 px", async () => {
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

test("a picture is cropped to its centre without distortion", async () => {
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

test("a sideways photo is rotated upright and loses its location", async () => {
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
  // Orientation 6: the top of the file is the right of the picture.
  expect([await colourAt(image, 240, 128), await colourAt(image, 16, 128)]).toEqual([
    "red",
    "blue",
  ]);
  const metadata = await sharp(image).metadata();
  for (const kept of ["exif", "icc", "xmp", "iptc", "orientation"] as const)
    expect(metadata[kept], kept).toBeUndefined();
  expect(image.includes("Telephone")).toBe(false);
});

test("transparency is kept", async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#0000" } })
    .png()
    .toBuffer();
  expect(await sharp(await rendered(png)).stats()).toMatchObject({ isOpaque: false });
});

test("an animation is reduced to its first frame", async () => {
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

test("at most one small and one large picture are in memory at a time", async () => {
  const pictures = [
    await noise(600, 600).png().toBuffer(),
    await noise(2100, 2100).jpeg().toBuffer(),
  ];
  const inMemory = { now: 0, most: 0 };
  async function render(bytes: Buffer) {
    let read = 0;
    const picture = {
      size: bytes.length,
      async read() {
        // A picture with many pixels is read again when its turn among the large ones comes.
        if (read++ === 0) inMemory.now += 1;
        inMemory.most = Math.max(inMemory.most, inMemory.now);
        return bytes;
      },
    };
    const rendered = await renderer.render(picture);
    inMemory.now -= 1;
    return rendered;
  }
  const all = await Promise.all(Array.from({ length: 10 }, (_, n) => render(pictures[n % 2]!)));
  // Two, plus one whose result is still being returned.
  expect(inMemory).toEqual({ now: 0, most: expect.toSatisfy((most) => most <= 3) });
  for (const rendered of all) expect(rendered).toHaveProperty("image");
});

test("a small picture does not wait for pictures with many pixels, even if those have few bytes", async () => {
  const done: string[] = [];
  const render = async (name: string, bytes: Buffer) => {
    await rendered(bytes);
    done.push(name);
  };
  const manyPixels = await plain(5000, 5000).toColourspace("b-w").jpeg({ quality: 20 }).toBuffer();
  expect(manyPixels.length).toBeLessThan(1024 * 1024);
  const manyBytes = await plain(1000, 1000).png({ compressionLevel: 0 }).toBuffer();
  expect(manyBytes.length).toBeGreaterThan(1024 * 1024);
  await Promise.all([
    ...Array.from({ length: 6 }, () => render("many pixels", manyPixels)),
    ...Array.from({ length: 6 }, () => render("many bytes", manyBytes)),
    render("small", await plain(300, 300).png().toBuffer()),
  ]);
  expect(done).toHaveLength(13);
  expect(done.indexOf("small")).toBeLessThan(6);
});

test("an unreadable picture does not block the next one", async () => {
  const broken = { size: 10, read: () => Promise.reject(new Error("the disk")) };
  const bytes = await plain(9, 9).png().toBuffer();
  const [first, second] = await Promise.allSettled([renderer.render(broken), rendered(bytes)]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
});

test("a sideways photo of 50 million pixels is accepted", async () => {
  const photo = plain(8160, 6144).toColourspace("b-w").withMetadata({ orientation: 6 }).jpeg();
  const image = await rendered(await photo.toBuffer());
  expect(await sharp(image).metadata()).toMatchObject({ format: "webp", width: 256 });
});

test("a motion photo, with a film after the picture, is accepted", async () => {
  const photo = await noise(400, 300).jpeg().toBuffer();
  const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42"), Buffer.alloc(50_000, 7)]);
  expect(await rendered(Buffer.concat([photo, film]))).toEqual(await rendered(photo));
});

test("HEIC is distinguished from AVIF and from files that are not photos", async () => {
  expect(await renderer.render(sent(heic))).toBe("heic");
  expect(await renderer.render(sent(heic.subarray(0, 60)))).toBe("heic");
  const generic = Buffer.from("\0\0\0\x14ftypmif1\0\0\0\0miaf");
  expect(await renderer.render(sent(generic))).toBe("heic");
  const film = Buffer.from("\0\0\0\x14ftypmp42\0\0\0\0isom");
  expect(await renderer.render(sent(film))).toBe("not-a-picture");
  const avif = await noise(90, 90).avif({ effort: 0 }).toBuffer();
  avif.write("mif1", 8);
  expect(await renderer.render(sent(avif))).toHaveProperty("image");
});

test("a picture that is not decoded in time is not called broken (RULES.md 14.10)", async () => {
  const hurried = createPictureRenderer(1);
  const picture = sent(await plain(9, 9).png().toBuffer());
  expect(await hurried.render(picture)).toBe("busy");
  expect(await hurried.renderPhoto(picture)).toBe("busy");
  await hurried.close();
});
