import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";

/** The largest phone photo. A baseline JPEG is scaled down while decoding and takes 14 MB of memory (limits: RULES.md 9.9). */
const maxPixelsJpeg = 205_000_000;
const maxPixels = 51_000_000;
const maxPixelsInMemory = 25_000_000;
/** AVIF takes up to 24 bytes per pixel. A phone camera takes 12.5 million pixels. */
const maxPixelsAvif = 13_000_000;
const side = 256;
const card = { width: 240, height: 320, maxBytes: 20_000 };
const page = { width: 600, height: 800, maxBytes: 100_000 };

const options: SharpOptions = {
  failOn: "error",
  limitInputPixels: maxPixelsJpeg,
  sequentialRead: true,
};

sharp.cache(false);
sharp.concurrency(1);
// The bytes are untrusted: blocks all other loaders of libvips (SVG, TIFF, files by name, …).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
});

export type NotRendered = "heic" | "not-a-picture" | "too-many-pixels";

interface Task {
  bytes: Uint8Array;
  most: number;
}

export default function render(task: Task): Promise<Uint8Array | NotRendered> {
  return rendered(task, square);
}

export function renderPhoto(
  task: Task,
): Promise<{ card: Uint8Array; page: Uint8Array } | NotRendered> {
  return rendered(task, async (picture) => {
    const large = await picture
      .autoOrient()
      .resize(page.width, page.height, { fit: "contain", background: "#0000" })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const sized = ({ width, height }: typeof page) => sharp(large, options).resize(width, height);
    return {
      card: await light(() => sized(card), card.maxBytes),
      page: await light(() => sized(page), page.maxBytes),
    };
  });
}

async function light(picture: () => Sharp, maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array();
  for (const quality of [80, 65, 50, 35, 20, 5]) {
    bytes = await picture().webp({ quality, alphaQuality: quality }).toBuffer();
    if (bytes.length <= maxBytes) break;
  }
  return bytes;
}

async function rendered<Result>(
  { bytes, most }: Task,
  work: (picture: Sharp) => Promise<Result>,
): Promise<Result | NotRendered> {
  if (isHeic(bytes)) return "heic";
  try {
    const header = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    const limit = Math.min(most, pixelLimit(header));
    if (header.width * header.height > limit) return "too-many-pixels";
    return await work(sharp(bytes, options));
  } catch {
    return "not-a-picture";
  }
}

function pixelLimit({ format, isProgressive, orientation = 1 }: Metadata): number {
  if (format === "heif") return maxPixelsAvif;
  const decodedWhole = format === "gif" || isProgressive || (format === "png" && orientation > 1);
  if (decodedWhole) return maxPixelsInMemory;
  return format === "jpeg" ? maxPixelsJpeg : maxPixels;
}

function square(picture: Sharp): Promise<Uint8Array> {
  return picture.autoOrient().resize(side, side, { fit: "cover" }).webp({ quality: 80 }).toBuffer();
}

const maxHeader = 256;

/** The format of iPhone photos (ISO 23008-12, annex B); sharp's libvips has no HEVC decoder because of patents. */
function isHeic(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes;
  const header = Buffer.from(buffer, byteOffset, Math.min(length, maxHeader));
  if (header.toString("latin1", 4, 8) !== "ftyp") return false;
  const box = header.subarray(0, header.readUInt32BE(0)).toString("latin1");
  const brands = [box.slice(8, 12), ...(box.slice(16).match(/.{4}/gsu) ?? [])];
  return (
    brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/u.test(brand)) &&
    !brands.some((brand) => /^avi[fs]$/u.test(brand))
  );
}
