import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** 150 ms there and back, 1.6 Mbit/s down: Lighthouse's slow 4G */
const [oneWay, bytesPerMs] = [75, 200];

/** A proxy like a phone's slow connection. Chromium's own throttling passes over what speculation rules fetch. */
export async function slowLine(port: number, to: number): Promise<{ stop(): void }> {
  const sockets = new Set<Socket>();
  // All connections share the line.
  let busyUntil = 0;
  const delayed = (isPaced: boolean) =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        const now = performance.now();
        if (isPaced) busyUntil = Math.max(busyUntil, now) + chunk.length / bytesPerMs;
        const wait = (isPaced ? busyUntil - now : 0) + oneWay;
        setTimeout(() => this.push(chunk), wait);
        // The next chunk may leave before this one has arrived.
        setTimeout(done, wait - oneWay);
      },
      flush(done) {
        setTimeout(done, oneWay + 5);
      },
    });
  const server = createServer((phone) => {
    const site = connect(to, "127.0.0.1");
    for (const socket of [phone, site]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        phone.destroy();
        site.destroy();
      });
    }
    phone.pipe(delayed(false)).pipe(site);
    site.pipe(delayed(true)).pipe(phone);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
