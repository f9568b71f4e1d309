// Forwards connections from a test network to a socket, delaying each packet by MS: node forward.ts HOST PORT SOCKET MS.
import { connect, createServer, type Socket } from "node:net";

const [host, port, path, delay] = process.argv.slice(2);

function pass(from: Socket, to: Socket) {
  from.on("data", (chunk) => setTimeout(() => to.write(chunk), Number(delay)));
  from.on("close", () => setTimeout(() => to.destroy(), Number(delay)));
  from.on("error", () => {});
}

createServer((client) => {
  const server = connect(path!);
  pass(client, server);
  pass(server, client);
}).listen(Number(port), host);
