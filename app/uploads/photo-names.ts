/** The address of an uploaded photo in the size for cards, as stored in `foto` (RULES.md 10.16). */
export const cardPhoto = (perfumeId: number, hash: string): string =>
  `/photos/${perfumeId}/card-${hash}.webp`;

const cardAddress = /^(\/photos\/\d{1,15}\/)card(-[0-9a-f]{16}\.webp)$/u;

export const isOwnPhoto = (foto: string): boolean => cardAddress.test(foto);

export function pagePhoto<Foto extends string | null>(foto: Foto): Foto {
  return foto && (foto.replace(cardAddress, "$1page$2") as Foto);
}

/** @param address untrusted */
export function photoFile(perfumeId: string, file: string) {
  const [, size, rest] = /^(card|page)(-[0-9a-f]{16}\.webp)$/u.exec(file) ?? [];
  if (!size || !/^[1-9]\d{0,14}$/u.test(perfumeId)) return null;
  return { perfumeId: Number(perfumeId), file, foto: `/photos/${perfumeId}/card${rest}` };
}
