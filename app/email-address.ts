import { domainToASCII } from "node:url";

const domainSigns = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u00b7-]+$/u;

/** "ana@müller.example" → "ana@xn--mller-kva.example", as mail servers know it; what is no address stays as it is. */
export function asciiAddress(typed: string): string {
  const text = typed.trim().replace(/＠/gu, "@");
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).replace(/[.\u3002\uff0e\uff61]$/u, "");
  if (at === -1 || !domainSigns.test(domain)) return text;
  const isAscii = /^[\x21-\x7e]+$/u.test(domain);
  return `${text.slice(0, at)}@${(!isAscii && domainToASCII(domain)) || domain}`;
}
