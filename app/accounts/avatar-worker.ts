import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { isHeic } from "./heic.ts";

// Runs in a process of its own (avatar-image.ts).

/** The largest photo of a phone. A baseline JPEG is decoded scaled down: 14 MB of memory (RULES.md 7.10 for all limits). */
const maxPixelsJpeg = 205_000_000;
/** Most other pictures are decoded line by line, which takes little memory. */
const maxPixels = 51_000_000;
/** For pictures that are decoded whole, with up to 8 bytes per pixel. */
const maxPixelsInMemory = 25_000_000;
/** AVIF takes up to 24 bytes per pixel. A phone's camera makes 12.5 million pixels. */
const maxPixelsAvif = 13_000_000;
/** px, width and height: three times the largest size shown, for screens with three pixels per px */
const side = 256;

const options: SharpOptions = {
  failOn: "error",
  limitInputPixels: maxPixelsJpeg,
  sequentialRead: true,
};

sharp.cache(false);
sharp.concurrency(1);
// Blocks everything else that libvips reads (SVG, TIFF, files by name, …), because the bytes are untrusted.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
});

/** Why there is no avatar: the bytes are not a whole picture of a known format, or it has too many pixels. */
export type NotRendered = "heic" | "not-a-picture" | "too-many-pixels";

/** @param task.most pixels that are rendered here, fewer than RULES.md 7.10 allows @returns a WebP, or why not */
export default async function render(task: {
  bytes: Uint8Array;
  most: number;
}): Promise<Uint8Array | NotRendered> {
  const { bytes, most } = task;
  if (isHeic(bytes)) return "heic";
  try {
    const header = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    const limit = Math.min(most, pixelLimit(header));
    if (header.width * header.height > limit) return "too-many-pixels";
    return await square(sharp(bytes, options));
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
  return picture
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .timeout({ seconds: 5 })
    .webp({ quality: 80 })
    .toBuffer();
}
