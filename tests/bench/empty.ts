// An empty handler for react-router-serve, which answers every address with one file: the cost of the server itself.
import { readFileSync } from "node:fs";

const body = readFileSync(process.env.BENCH_BODY!);

export const publicPath = "/";
export const assetsBuildDirectory = "build/none";
export const fetch = (_request: Request) =>
  new Response(body, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" },
  });
