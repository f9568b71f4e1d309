import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface Announcement {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

export interface StandIn {
  url: string;
  heard: (Announcement & { headers: IncomingHttpHeaders })[];
  answers: { status: number; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

export async function startIndexNow(): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    const { headers } = request;
    standIn.heard.push({ ...((await json(request)) as Announcement), headers });
    if (standIn.answers) response.writeHead(standIn.answers.status, standIn.answers.headers).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`,
    heard: [],
    answers: { status: 200 },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return standIn;
}
