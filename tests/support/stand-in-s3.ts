import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the store does to every request until changed; "drop-once" affects only the next one. */
export type Fault =
  | null
  | "hang"
  | "drop"
  | "drop-once"
  | "stop-halfway"
  | "endless"
  | 500
  | 403
  | "no-bucket";

/** A single-bucket store that fails on demand, and verifies every signature itself. */
export interface StandInS3 {
  url: string;
  files: Map<string, { bytes: Buffer; modified: Date }>;
  /** received requests, e.g. "PUT ana/avatar.webp" */
  asked: string[];
  fault: Fault;
  /** affects only this method; undefined for all */
  faultOf: string | null;
  garbles: boolean;
  close(): Promise<void>;
}

const key = "tester";
const secret = "s3cret/with+odd:chars@%";
const region = "eu-south-2";
const bucket = "pictures";
/** keys per page of a list: few, so that tests need several pages */
const pageSize = 3;

export async function startStandInS3(): Promise<StandInS3> {
  const server = createServer((request, response) => {
    answer(store, request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const store: StandInS3 = {
    url: `s3+http://${key}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=${region}`,
    files: new Map(),
    asked: [],
    fault: null,
    faultOf: null,
    garbles: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return store;
}

async function answer(store: StandInS3, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url!, `http://${request.headers.host}`);
  const body = await buffer(request);
  const file = url.pathname.slice(`/${bucket}/`.length);
  store.asked.push(`${request.method} ${file}`);
  const fault = store.faultOf === null || store.faultOf === request.method ? store.fault : null;
  if (fault === "drop-once") store.fault = null;
  switch (fault) {
    case "hang":
      return;
    case "drop":
    case "drop-once":
      return void response.destroy();
    case "stop-halfway":
      response.writeHead(200, { "Content-Length": 1000 }).write("half of it");
      return;
    case "endless":
      response.writeHead(200);
      while (!response.destroyed)
        if (!response.write(Buffer.alloc(65_536)))
          await Promise.race([once(response, "drain"), once(response, "close")]);
      return;
    case 500:
      return refuse(response, 500, "InternalError");
    case 403:
      return refuse(response, 403, "AccessDenied");
    case "no-bucket":
      return refuse(response, 404, "NoSuchBucket");
    case null:
  }
  const wrong = whatIsWrong(request, url, body);
  if (wrong) return refuse(response, 403, wrong);
  const [, asked] = url.pathname.split("/");
  if (asked !== bucket) return refuse(response, 404, "NoSuchBucket");
  if (file === "" && request.method === "GET") return void response.end(list(store, url));
  const found = store.files.get(file);
  switch (request.method) {
    case "PUT":
      store.files.set(file, {
        bytes: store.garbles ? Buffer.alloc(body.length) : body,
        modified: new Date(),
      });
      return void response.end();
    case "DELETE":
      store.files.delete(file);
      return void response.writeHead(204).end();
    case "GET":
      return found ? void response.end(found.bytes) : refuse(response, 404, "NoSuchKey");
    default:
      return refuse(response, 405, "MethodNotAllowed");
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  // Real stores quote the signed text, which is why their error texts must never be printed.
  const text = `<Error><Code>${code}</Code><StringToSign>${secret}</StringToSign></Error>`;
  response.writeHead(status, { "Content-Type": "application/xml" }).end(text);
}

function list({ files }: StandInS3, url: URL): string {
  const prefix = url.searchParams.get("prefix") ?? "";
  const after = url.searchParams.get("continuation-token") ?? "";
  const all = [...files].filter(([name]) => name.startsWith(prefix)).toSorted();
  const rest = all.filter(([name]) => `<&${name}` > after);
  const page = rest.slice(0, pageSize);
  const isCut = rest.length > page.length;
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const contents = page.map(
    ([name, { bytes, modified }]) =>
      `<Contents><Key>${escaped(name)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const next = isCut
    ? `<NextContinuationToken>${escaped(`<&${page.at(-1)![0]}`)}</NextContinuationToken>`
    : "";
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (by: string | Buffer, data: string) => createHmac("sha256", by).update(data).digest();

/** AWS Signature Version 4, from its documentation. @returns the error code, or null */
function whatIsWrong({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const [, credential = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/u.exec(
      headers.authorization ?? "",
    ) ?? [];
  const date = String(headers["x-amz-date"]);
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${key}/${scope}`) return "InvalidAccessKeyId";
  if (headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const signed = names.split(";");
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((one) => signed.includes(one)))
    return "AccessDenied";
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/gu,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams].map((pair) => pair.map(encode).join("=")).toSorted();
  const canonical = [
    method,
    url.pathname,
    query.join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const signingKey = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const right = hmac(signingKey, toSign);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/u, "$1-$2-$3:$4:"));
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return "RequestTimeTooSkewed";
  return timingSafeEqual(right, Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}
