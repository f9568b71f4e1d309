import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { noise, sent } from "../../tests/support/pictures.ts";
import { createPictureRenderer } from "./picture-renderer.ts";

// Starting a process and rendering are slow when many tests run at once.
const renderer = createPictureRenderer();
afterAll(() => renderer.close());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } });

function chunk(type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type), content]);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(content.length);
  sizes.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([sizes.subarray(0, 4), body, sizes.subarray(4)]);
}

/** A black 1-bit PNG: 20,000 × 20,000 px take 50 KB. */
function blackPng(side: number, interlaced = 0) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  header[12] = interlaced;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A 200 px picture whose header claims another size. */
async function avifThatSays(side: number) {
  const avif = await plain(200, 200).avif({ effort: 0 }).toBuffer();
  const size = avif.indexOf("ispe") + 8;
  avif.writeUInt32BE(side, size);
  avif.writeUInt32BE(side, size + 4);
  return avif;
}

test("only the five formats are accepted, whatever a file claims to be", async () => {
  const others = {
    nothing: Buffer.alloc(0),
    noise: Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * n * 31 + 7) % 251)),
    html: Buffer.from("<!doctype html><script>alert(1)</script>"),
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
    pdf: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF"),
    tiff: await plain(9, 9).tiff().toBuffer(),
    ppm: Buffer.from("P3 1 1 255 255 0 0"),
    "html after PNG's first bytes": Buffer.from(
      "\x89PNG\r\n\x1a\n<script>alert(1)</script>",
      "latin1",
    ),
    path: Buffer.from("/etc/passwd"),
  };
  for (const [name, bytes] of Object.entries(others))
    expect(await renderer.render(sent(bytes)), name).toBe("not-a-picture");
});

test("a truncated picture is refused", async () => {
  for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
    const whole = await noise(200, 200).toFormat(format, { effort: 1 }).toBuffer();
    for (const part of [0.05, 0.5, 0.9])
      expect(
        await renderer.render(sent(whole.subarray(0, whole.length * part))),
        `${part} ${format}`,
      ).toBe("not-a-picture");
  }
});

test("a picture whose header claims too many pixels is refused", async () => {
  const bomb = blackPng(20_000);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await renderer.render(sent(bomb))).toBe("too-many-pixels");
  expect(await renderer.render(sent(blackPng(7_000)))).toHaveProperty("image");
});

test("formats that are decoded as a whole have a lower limit of pixels", async () => {
  expect(await renderer.render(sent(blackPng(5_100, 1)))).toBe("too-many-pixels");
  const sideways = plain(5_100, 5_100).toColourspace("b-w").withMetadata({ orientation: 6 });
  const png = await sideways.png({ compressionLevel: 1 }).toBuffer();
  expect(await renderer.render(sent(png))).toBe("too-many-pixels");

  const gif = await plain(9, 9).gif().toBuffer();
  const frame = gif.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 9, 0, 9, 0]));
  for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(5_100, at);
  expect(await renderer.render(sent(gif))).toBe("too-many-pixels");
  expect(await renderer.render(sent(await avifThatSays(3_700)))).toBe("too-many-pixels");
});

test("JPEG may have as many pixels as the largest phone photo", async () => {
  const jpeg = await plain(9, 9).jpeg().toBuffer();
  const size = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;
  async function renderedAs(width: number, height: number) {
    jpeg.writeUInt16BE(height, size);
    jpeg.writeUInt16BE(width, size + 2);
    return renderer.render(sent(jpeg));
  }
  expect(await renderedAs(9, 9)).toHaveProperty("image");
  expect(await renderedAs(16_384, 12_288)).not.toBe("too-many-pixels");
  expect(await renderedAs(16_384, 12_800)).toBe("too-many-pixels");
});

test("a picture larger than its header claims is refused", async () => {
  expect(await renderer.render(sent(await avifThatSays(200)))).toHaveProperty("image");
  expect(await renderer.render(sent(await avifThatSays(100)))).toBe("not-a-picture");
});
