import { isUtf8 } from "node:buffer";

type Decoded =
  | { text: string; encoding: "UTF-8" | "UTF-16" | "Windows-1252" }
  | { wrong: { line: number; reason: string } };

const advice = "save the file as UTF-8";

/** How files of other encodings would read: "Lanc™me", "c½ur", "Äèîð". */
const notWindows = [
  /(?!\s)[\p{Cc}¤]/u,
  /\p{L}[^\p{L}\s\0-\u007f’‘´°®©«»·…]\p{L}/u,
  /\p{Ll}[\u0160\u017d\u0178ƒˆ˜†‡]|[ƒˆ˜†‡]\p{Ll}/u,
  /[^\0-\u007f\P{L}]{3}/u,
];

/** UTF-8 that was read as Windows-1252 and written as UTF-8: "LancÃ´me". */
const convertedTwice = /Ã(?!®)[\u00a0-\u00ba\u00bc-\u00bf‚ƒ„†‡ˆ‰Š‹ŒŽ‘“•–—˜™š›œžŸ€]|â€[^\s]/u;

/** How workbooks begin: of Excel and LibreOffice, and of Excel before 2007. */
const workbooks = [Buffer.from("PK\u0003\u0004"), Buffer.from("d0cf11e0a1b11ae1", "hex")];

export function decodeText(bytes: Buffer): Decoded {
  if (workbooks.some((begin) => bytes.subarray(0, begin.length).equals(begin)))
    return { wrong: { line: 1, reason: "is a workbook: save its sheet as CSV UTF-8" } };
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8" && !isUtf8(bytes)) return decodeWindows(bytes);
  if (encoding === null)
    return { wrong: { line: 1, reason: `is neither UTF-8 nor UTF-16: ${advice}` } };
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const twice = convertedTwice.exec(text);
    if (twice) {
      const line = text.slice(0, twice.index).split("\n").length;
      return {
        wrong: {
          line,
          reason: `has letters that were converted twice (${twice[0]}): export the file again as UTF-8`,
        },
      };
    }
    return { text, encoding: encoding === "utf-8" ? "UTF-8" : "UTF-16" };
  } catch {
    return { wrong: { line: 1, reason: `is damaged UTF-16: ${advice}` } };
  }
}

function encodingOf(bytes: Buffer): "utf-8" | "utf-16le" | "utf-16be" | null {
  const begins = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (begins(0xff, 0xfe, 0, 0) || begins(0, 0, 0xfe, 0xff)) return null;
  if (begins(0xff, 0xfe)) return "utf-16le";
  if (begins(0xfe, 0xff)) return "utf-16be";
  if (!bytes.includes(0)) return "utf-8";
  // Names of columns are ASCII, so half of their bytes are 0.
  if (bytes.length % 2 !== 0 || (bytes[0] === 0) === (bytes[1] === 0)) return null;
  return bytes[0] === 0 ? "utf-16be" : "utf-16le";
}

function decodeWindows(bytes: Buffer): Decoded {
  const text = new TextDecoder("windows-1252").decode(bytes);
  const isWindows = !hasUtf8(bytes) && notWindows.every((sign) => !sign.test(text));
  if (isWindows) return { text, encoding: "Windows-1252" };
  const line = firstWrongLine(bytes);
  return { wrong: { line, reason: `is neither UTF-8 nor Windows-1252: ${advice}` } };
}

/** Then the lines that are not are damaged. */
function hasUtf8(bytes: Buffer): boolean {
  return /[\u00c2-\u00f4][\u0080-\u00bf]/u.test(bytes.toString("latin1"));
}

function firstWrongLine(bytes: Buffer): number {
  for (let start = 0, line = 1; ; line++) {
    const end = bytes.indexOf(10, start);
    const next = end === -1 ? bytes.length : end + 1;
    if (next === bytes.length || !isUtf8(bytes.subarray(start, next))) return line;
    start = next;
  }
}
