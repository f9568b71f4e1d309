import { randomUUID } from "node:crypto";

const wellFormed = /^[\w.-]{8,64}$/u;

/** @param hops number of our own proxies in front; with 0 the header is ignored (RULES.md 13.10) */
export function requestIdOf(given: string | null | undefined, hops: number): string {
  return hops > 0 && given && wellFormed.test(given) ? given : newRequestId();
}

/** @returns 60 random bits, short enough to read aloud: "0b9c3a4e-77d1-4f0c" */
export function newRequestId(): string {
  return randomUUID().slice(0, 18);
}
