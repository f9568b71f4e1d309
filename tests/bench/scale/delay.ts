// A proxy to PostgreSQL that delays data by MS each way, and prints its port: node delay.ts TO MS.
import { connect, createServer, type Socket } from "node:net";

const [to, delay] = [Number(process.argv[2]), Number(process.argv[3])];
const slept = new Int32Array(new SharedArrayBuffer(4));

const waiting: { due: number; send: () => void }[] = [];
let running = false;

function later(send: () => void): void {
  waiting.push({ due: performance.now() + delay, send });
  if (running) return;
  running = true;
  setImmediate(turn);
}

/** Timers have a resolution of 1 ms, so this polls every 30 µs. */
function turn(): void {
  const now = performance.now();
  while (waiting.length > 0 && waiting[0]!.due <= now) waiting.shift()!.send();
  running = waiting.length > 0;
  if (!running) return;
  Atomics.wait(slept, 0, 0, Math.min(0.03, Math.max(0, waiting[0]!.due - performance.now())));
  setImmediate(turn);
}

function pass(from: Socket, into: Socket): void {
  from.setNoDelay(true);
  from.on("data", (chunk) => later(() => into.write(chunk)));
  from.on("end", () => later(() => into.end()));
  from.on("error", () => into.destroy());
}

const server = createServer((client) => {
  const database = connect(to, "127.0.0.1");
  pass(client, database);
  pass(database, client);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`);
});
