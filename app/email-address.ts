import { domainToASCII } from "node:url";
import { z } from "zod";

/** zod's own pattern, and domains that end in other letters: "xn--p1ai" is рф. */
const pattern =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/iu;

export const emailAddress = (error?: string) => z.email({ pattern, error });

const domainSigns = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u00b7-]+$/u;

/** "ana@müller.example" → "ana@xn--mller-kva.example", as mail servers know it; what is no address stays as it is. */
export function asciiAddress(typed: string): string {
  const text = withoutFrame(typed.trim().replace(/＠/gu, "@"));
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).replace(/[.\u3002\uff0e\uff61]$/u, "");
  if (at === -1 || !domainSigns.test(domain)) return text;
  const isAscii = /^[\x21-\x7e]+$/u.test(domain);
  return `${text.slice(0, at)}@${(!isAscii && domainToASCII(domain)) || domain}`;
}

/** Mail programs copy "<ana@example.com>" and "mailto:ana@example.com". */
const withoutFrame = (text: string) =>
  text
    .replace(/^<([^<>]*)>[\s.,;]*$/u, "$1")
    .replace(/^(?:mailto:|[("'“„«])+(?=[^@]+@[^@]+$)/iu, "")
    .replace(/(?<=@[^@]+)[)"'”“»>.,;]+$/u, "");
