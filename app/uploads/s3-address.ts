export interface S3Address {
  endpoint: string;
  bucket: string;
  region: string;
  key: string;
  secret: string;
}

export const s3AddressForm = "s3+https://KEY:SECRET@endpoint/bucket?region=…";

/** @returns the parts of `s3+https://KEY:SECRET@endpoint/bucket?region=…` (or `s3+http`); null for any other text */
export function s3AddressOf(text: string): S3Address | null {
  const [, address] = /^s3\+(https?:\/\/.*)$/iu.exec(text) ?? [];
  const url = address ? URL.parse(address) : null;
  if (!url || url.hash) return null;
  const [, bucket] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/u.exec(url.pathname) ?? [];
  const region = url.searchParams.get("region") ?? "us-east-1";
  const key = decoded(url.username);
  const secret = decoded(url.password);
  if (!bucket || !key || !secret || !/^[\w-]{1,64}$/u.test(region)) return null;
  if ([...url.searchParams.keys()].some((name) => name !== "region")) return null;
  return { endpoint: url.origin, bucket, region, key, secret };
}

/** @returns null for invalid percent-encoding and for characters that are not allowed in headers */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    return /^[\x21-\x7e]+$/u.test(plain) ? plain : null;
  } catch {
    return null;
  }
}
