import type { Language } from "../i18n/languages.ts";

/** Paths by colour, back to front. Not emoji, because Windows shows letters for flags. */
const FLAGS: Record<Language, readonly (readonly [fill: string, path: string])[]> = {
  de: [
    ["#000", "M0 0h21v5H0z"],
    ["#d00", "M0 5h21v5H0z"],
    ["#fc0", "M0 10h21v5H0z"],
  ],
  en: [
    ["#127", "M0 0h21v15H0z"],
    ["#fff", "M0 0h2l19 13v2h-2L0 2zm19 0h2v2L2 15H0v-2zM8 0h5v5h8v5h-8v5H8v-5H0V5h8z"],
    ["#c12", "M9 0h3v6h9v3h-9v6H9V9H0V6h9z"],
  ],
  es: [
    ["#c12", "M0 0h21v15H0z"],
    ["#fc0", "M0 4h21v7H0z"],
  ],
  fr: [
    ["#025", "M0 0h7v15H0z"],
    ["#fff", "M7 0h7v15H7z"],
    ["#d23", "M14 0h7v15h-7z"],
  ],
  it: [
    ["#094", "M0 0h7v15H0z"],
    ["#fff", "M7 0h7v15H7z"],
    ["#c23", "M14 0h7v15h-7z"],
  ],
  pt: [
    ["#063", "M0 0h8v15H0z"],
    ["#d11", "M8 0h13v15H8z"],
    ["#fd0", "M5 7.5a3 3 0 0 0 6 0 3 3 0 0 0-6 0z"],
    ["#fff", "M7 6h2v2q-1 2-2 0z"],
  ],
};

/** The flag of a language, beside its name. */
export function Flag({ code }: { code: Language }) {
  return (
    <svg viewBox="0 0 21 15" width="21" height="15" aria-hidden="true">
      {FLAGS[code].map(([fill, d]) => (
        <path key={d} fill={fill} d={d} />
      ))}
    </svg>
  );
}
