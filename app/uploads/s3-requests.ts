import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { StoreUnavailable } from "./file-store.ts";
import type { S3Address } from "./s3-address.ts";

/** Every request is idempotent and can be retried. */
const tries = 2;
const pauseBetween = 100;
/** limits how many people wait for a store that hangs */
const maxUnderWay = 64;
const maxAnswer = 4 * 1024 * 1024;
const maxError = 16 * 1024;

interface Answer {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
  code: string;
}

interface Asked {
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
}

/** A permanent refusal: wrong key, secret or bucket, or a missing permission. */
export class Refused extends StoreUnavailable {}

export function createS3Requests(address: S3Address, timeLimit: number) {
  const { endpoint, bucket } = address;
  const where = `${new URL(endpoint).host}/${bucket}`;
  const failed = (why: string) => new StoreUnavailable(`The picture store at ${where} ${why}.`);
  const sign = createSigning(address);
  let underWay = 0;

  async function once(method: string, { key, query = {}, body }: Asked): Promise<Answer> {
    const url = new URL(`/${bucket}${key === undefined ? "" : `/${key}`}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await sign(method, url, body);
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: "manual",
        signal: AbortSignal.timeout(timeLimit),
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      });
      const bytes = await bodyOf(answer, answer.ok ? maxAnswer : maxError);
      return { status: answer.status, bytes, code: answer.ok ? "" : errorCode(bytes) };
    } catch (error) {
      throw failed(whyFailed(error, timeLimit));
    }
  }

  async function twice(method: string, asked: Asked): Promise<Answer> {
    for (let left = tries - 1; ; left--) {
      const answer = await once(method, asked).catch((error: StoreUnavailable) => error);
      const passes =
        answer instanceof StoreUnavailable || answer.status >= 500 || answer.status === 429;
      if (!passes) return answer;
      if (left === 0) throw answer instanceof StoreUnavailable ? answer : refusal(answer);
      await pause(pauseBetween);
    }
  }

  const refusal = ({ status, code }: Answer) =>
    failed(`answered ${status}${code === "" ? "" : ` (${code})`}`);

  /** @returns null for a missing file @throws StoreUnavailable unless successful */
  async function ask(method: string, asked: Asked): Promise<Answer | null> {
    if (underWay >= maxUnderWay) throw failed(`has ${maxUnderWay} requests under way already`);
    underWay++;
    try {
      const answer = await twice(method, asked);
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (answer.status === 404 && answer.code === "NoSuchKey") return null;
      throw new Refused(refusal(answer).message);
    } finally {
      underWay--;
    }
  }

  return { ask, failed };
}

/** AWS Signature Version 4, with the body signed (RULES.md 14.12). */
function createSigning({ region, key: accessKeyId, secret }: S3Address) {
  const cache = new Map<string, ArrayBuffer>();
  return (method: string, { href }: URL, body: Uint8Array | undefined) => {
    const headers = {
      "X-Amz-Content-Sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
      ...(body && { "Content-Type": "image/webp" }),
    };
    const signer = { accessKeyId, secretAccessKey: secret, service: "s3", region, cache };
    return new AwsV4Signer({ method, url: href, headers, ...signer }).sign();
  };
}

async function bodyOf(answer: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > max) throw new RangeError(`answered with more than ${max} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

/** Only the error's code, because the rest may quote what was signed. */
function errorCode(bytes: Uint8Array): string {
  return /<Code>(\w{1,64})<\/Code>/u.exec(Buffer.from(bytes).toString())?.[1] ?? "";
}

function whyFailed(error: unknown, timeLimit: number): string {
  if (error instanceof RangeError) return error.message;
  if (error instanceof DOMException) return `has not answered within ${timeLimit} ms`;
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return `cannot be reached${typeof code === "string" ? ` (${code})` : ""}`;
}
