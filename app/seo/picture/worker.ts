import sharp from "sharp";
import { drawPicture } from "./draw.ts";
import type { Pictured } from "./scent.ts";

// Drawings of our own are all that this process reads.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
sharp.cache(false);
sharp.concurrency(1);

/** Runs in a process of its own (pictures.ts). @returns the picture as PNG of 64 colours */
export default async function render(of: Pictured): Promise<Uint8Array> {
  return sharp(Buffer.from(drawPicture(of)))
    .png({ colours: 128, effort: 7 })
    .toBuffer();
}
