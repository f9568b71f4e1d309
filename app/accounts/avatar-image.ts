import type { Metadata, Sharp, SharpOptions } from "sharp";

/** Why there is no picture: the bytes are none that we read whole, or it has too many pixels to be decoded here. */
export type Unrendered = "not-a-picture" | "too-many-pixels";

/** px, both ways: shown at a third of that at most, on screens of three pixels to one */
const side = 256;
/** Decoded line by line, a picture costs next to nothing, whatever its size. */
const mostPixels = 50_000_000;
/** Held whole while it is decoded, at up to 8 bytes a pixel. */
const mostPixelsHeld = 25_000_000;
/** AVIF takes up to 24 bytes a pixel. A telephone's camera makes 12.5 million. */
const mostPixelsAvif = 13_000_000;

const options: SharpOptions = {
  failOn: "error",
  limitInputPixels: mostPixels,
  sequentialRead: true,
};

export interface AvatarRenderer {
  /**
   * Makes an avatar of whatever picture somebody chose: upright, square, small, WebP, and without what the file knew besides
   * (where and when it was taken, by whom). The content decides what it is: PNG, JPEG, WebP, AVIF or GIF (its first frame).
   */
  render(bytes: Uint8Array): Promise<{ image: Uint8Array<ArrayBuffer> } | Unrendered>;
}

/** Renders one picture at a time, so that several large ones do not add up. */
export function createAvatarRenderer(): AvatarRenderer {
  let loading: ReturnType<typeof loadSharp> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Loaded when the first avatar comes: a site without any saves 26 MB. A load that failed is tried again. */
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
  if (format === "heif") return mostPixelsAvif;
  const held = format === "gif" || isProgressive || (format === "png" && orientation > 1);
  return held ? mostPixelsHeld : mostPixels;
}

async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Everything else that libvips reads (SVG, TIFF, files by their name, …) is out of reach.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map(
      (format) => `VipsForeignLoad${format}Buffer`,
    ),
  });
  return sharp;
}
