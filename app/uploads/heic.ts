const maxHeader = 256;

/** The format of iPhone photos (ISO 23008-12, annex B); sharp's libvips has no HEVC decoder because of patents. */
export function isHeic(bytes: Uint8Array): boolean {
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
