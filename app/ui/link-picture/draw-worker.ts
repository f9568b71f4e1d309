import sharp from "sharp";
import { drawPicture } from "./draw-picture.ts";
import type { Pictured } from "./picture-path.ts";

// libvips may read only SVG, which is all that this process is sent.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
sharp.cache(false);
sharp.concurrency(1);

export default async function render(of: Pictured): Promise<Uint8Array> {
  return sharp(Buffer.from(drawPicture(of)))
    .png({ colours: 128, effort: 7 })
    .toBuffer();
}
