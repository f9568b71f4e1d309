import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export interface Nginx {
  port: number;
  /** without TLS */
  plainPort: number;
  stop(): void;
}

export const hasNginx = () =>
  !spawnSync("nginx", ["-v"]).error && !spawnSync("openssl", ["version"]).error;

/**
 * Starts nginx with deploy/nginx.conf, except for ports and folders.
 * @param folder for everything that it writes @param processes ports of the site's two processes
 */
export async function startNginx(folder: string, processes: [number, number]): Promise<Nginx> {
  const [plainPort, port] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  makeCertificate(key, certificate);
  const site = [
    ["listen 80 default_server;", `listen 127.0.0.1:${plainPort} default_server;`],
    ["listen 443 ssl http2 default_server;", `listen 127.0.0.1:${port} ssl http2 default_server;`],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["127.0.0.1:3001", `127.0.0.1:${processes[0]}`],
    ["127.0.0.1:3002", `127.0.0.1:${processes[1]}`],
    ["/etc/ssl/sosia/fullchain.pem", certificate],
    ["/etc/ssl/sosia/privkey.pem", key],
  ].reduce(replaceOnce, readFileSync("deploy/nginx.conf", "utf8"));
  mkdirSync(join(folder, "temporary"));
  writeFileSync(join(folder, "site.conf"), site);
  writeFileSync(join(folder, "nginx.conf"), around(folder));
  const nginx = spawn("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", process.env.NGINX_LOG ? "inherit" : "ignore"],
  });
  const began = performance.now();
  while (!(await listens(port))) {
    if (nginx.exitCode !== null || performance.now() - began > 60_000) {
      nginx.kill("SIGKILL");
      throw new Error("nginx did not start: NGINX_LOG=1 shows why");
    }
    await pause(20);
  }
  return { port, plainPort, stop: () => void nginx.kill("SIGTERM") };
}

/** Replaces the only occurrence of a text. @throws Error unless there is exactly one */
export function replaceOnce(text: string, [from, to]: string[]): string {
  if (text.split(from!).length !== 2) throw new Error(`Not exactly one ${from}`);
  return text.replace(from!, to!);
}

function makeCertificate(key: string, certificate: string) {
  const files = ["-keyout", key, "-out", certificate];
  const subject = ["-subj", "/CN=sosia.example", "-days", "2"];
  const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes"];
  execFileSync("openssl", [...kind, ...files, ...subject], { stdio: "ignore" });
}

function around(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/temporary/${name};`)
    .join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `daemon off; ${user} worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
    events { worker_connections 1024; } http { access_log off; ${temporary} include ${folder}/site.conf; }`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
}
