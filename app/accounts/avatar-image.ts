import type { Metadata, Sharp, SharpOptions } from "sharp";

/** Why there is no avatar: the bytes are not a whole picture of a known format, or it has too many pixels. */
export type Unrendered = "not-a-picture" | "too-many-pixels";

/** px, width and height: three times the largest size shown, for screens with three pixels per px */
const side = 256;
/** Most pictures are decoded line by line, which takes little memory (RULES.md 7.10 for all three limits). */
const maxPixels = 50_000_000;
/** For pictures that are decoded whole, with up to 8 bytes per pixel. */
const maxPixelsInMemory = 25_000_000;
/** AVIF takes up to 24 bytes per pixel. A phone's camera makes 12.5 million pixels. */
const maxPixelsAvif = 13_000_000;

const options: SharpOptions = {
  failOn: "error",
  limitInputPixels: maxPixels,
  sequentialRead: true,
};

export interface AvatarRenderer {
  /** Makes an avatar of untrusted bytes: upright, square, WebP, without metadata (RULES.md 7.10). */
  render(bytes: Uint8Array): Promise<{ image: Uint8Array<ArrayBuffer> } | Unrendered>;
}

/** Renders one picture at a time, to limit memory. */
export function createAvatarRenderer(): AvatarRenderer {
  let loading: ReturnType<typeof loadSharp> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Loads sharp with the first avatar, which saves 26 MB until then. A load that failed is tried again. */
  function load() {
    loading ??= loadSharp().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    async render(bytes) {
      const sharp = await load();
      const rendered = last.then(() => renderOne(sharp, bytes));
      last = rendered;
      return rendered;
    },
  };
}

async function renderOne(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  bytes: Uint8Array,
): Promise<{ image: Uint8Array<ArrayBuffer> } | Unrendered> {
  try {
    const header = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (header.width * header.height > pixelLimit(header)) return "too-many-pixels";
    return { image: await render(sharp(bytes, options)) };
  } catch {
    return "not-a-picture";
  }
}

async function render(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const image = await picture
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .timeout({ seconds: 5 })
    .webp({ quality: 80 })
    .toBuffer();
  return new Uint8Array(image);
}

function pixelLimit({ format, isProgressive, orientation = 1 }: Metadata): number {
  if (format === "heif") return maxPixelsAvif;
  const decodedWhole = format === "gif" || isProgressive || (format === "png" && orientation > 1);
  return decodedWhole ? maxPixelsInMemory : maxPixels;
}

async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Blocks everything else that libvips reads (SVG, TIFF, files by name, …), because the bytes are untrusted.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map(
      (format) => `VipsForeignLoad${format}Buffer`,
    ),
  });
  return sharp;
}
