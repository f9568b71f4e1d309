/** bytes; the list of brands is short */
const maxHeader = 256;

/**
 * Tells HEIC, the format of iPhones' photos, by content: a file of ISO 14496-12 that names a brand of HEIF (ISO 23008-12,
 * annex B) and none of AVIF. We cannot read it: sharp's libvips comes without a decoder of HEVC, which has patents.
 */
export function isHeic(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes;
  const header = Buffer.from(buffer, byteOffset, Math.min(length, maxHeader));
  if (header.toString("latin1", 4, 8) !== "ftyp") return false;
  const box = header.subarray(0, header.readUInt32BE(0)).toString("latin1");
  // The major brand, its version (4 bytes), then the compatible brands.
  const brands = [box.slice(8, 12), ...(box.slice(16).match(/.{4}/gsu) ?? [])];
  return (
    brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/u.test(brand)) &&
    !brands.some((brand) => /^avi[fs]$/u.test(brand))
  );
}
