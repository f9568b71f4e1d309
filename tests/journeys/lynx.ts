import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where Debian's package puts it. */
export const lynx = process.env
  .PATH!.split(delimiter)
  .map((folder) => join(folder, "lynx"))
  .find((path) => existsSync(path));

/** What somebody presses: names of keys in angle brackets, all else is typed as it stands. Letters of ASCII only. */
type Keys = string[];

const enter = "<enter>";
const named: Record<string, string> = { [enter]: "^J", "<tab>": "<tab>", "<erase>": "^U" };

/** Goes to the next place that says this: to the link itself, or to the first field or link below it. */
export const find = (text: string): Keys => ["/", sayable(text), enter];

/** The longest part of a text that can be typed. */
function sayable(text: string): string {
  const parts = text.split(/[^ -~]+/u).toSorted((a, b) => b.length - a.length);
  return parts[0]!.trim();
}

/**
 * Opens an address in Lynx and presses keys.
 * @param folder where what is needed is kept
 * @param proxy through which it asks
 * @returns the text of the page where that leads
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
  // It ends where there is nothing more to press.
  running.child.stdin!.end();
  await running;
  return plain(readFileSync(saved, "utf8"));
}

/** A text as a terminal shows it: however narrow and unbroken they are, its spaces are spaces. */
export const plain = (text: string) => text.replace(/[^\S\n]/gu, " ");

/** Starts what passes on requests as a client's of this address: Lynx sends no header that it is told to. @returns its URL */
export async function startProxy(client: Record<string, string>) {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const passed = request(asked.url!, { method, headers: { ...headers, ...client } }, (got) => {
      // Lynx reads on until the connection ends.
      answer.writeHead(got.statusCode!, { ...got.headers, connection: "close" });
      got.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => void server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
