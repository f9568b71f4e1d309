import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** On the PATH; Debian has a package. */
export const lynx = process.env
  .PATH!.split(delimiter)
  .map((folder) => join(folder, "lynx"))
  .find((path) => existsSync(path));

/** Keys to press: names in angle brackets, anything else is typed as it is. ASCII only. */
type Keys = string[];

const enter = "<enter>";
const named: Record<string, string> = { [enter]: "^J", "<tab>": "<tab>", "<erase>": "^U" };

/** Moves to the next place with this text: to the link itself, or to the first field or link below it. */
export const find = (text: string): Keys => ["/", sayable(text), enter];

/** The longest part of a text that can be typed. */
function sayable(text: string): string {
  const parts = text.split(/[^ -~]+/u).toSorted((a, b) => b.length - a.length);
  return parts[0]!.trim();
}

/**
 * Opens an address in Lynx and presses keys.
 * @param folder for temporary files
 * @param proxy address of the proxy to use
 * @returns the text of the resulting page
 */
export async function browse(folder: string, proxy: string, address: string, ...keys: Keys) {
  const [script, saved] = [join(folder, "keys"), join(folder, "page.txt")];
  const save = ["p", enter, "<erase>", saved, enter];
  const pressed = [...keys, ...save].flatMap((key) => named[key] ?? [...key]);
  writeFileSync(script, pressed.map((key) => `key ${key === " " ? "<space>" : key}\n`).join(""));
  const running = run(
    lynx!,
    [`-cmd_script=${script}`, "-accept_all_cookies", "-nopause", address],
    {
      env: { ...process.env, TERM: "vt100", LANG: "C.UTF-8", http_proxy: proxy, HOME: folder },
      timeout: 60_000,
    },
  );
  // Lynx exits when there are no more keys.
  running.child.stdin!.end();
  await running;
  return plain(readFileSync(saved, "utf8"));
}

/** A text as a terminal shows it: narrow and non-breaking spaces become ordinary ones. */
export const plain = (text: string) => text.replace(/[^\S\n]/gu, " ");

/** Starts a proxy that adds a client's headers, because Lynx cannot send custom ones. @returns its URL */
export async function startProxy(client: Record<string, string>) {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const passed = request(asked.url!, { method, headers: { ...headers, ...client } }, (got) => {
      // Lynx reads until the connection ends.
      answer.writeHead(got.statusCode!, { ...got.headers, connection: "close" });
      got.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => void server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
