// Runs the command lines that command.ts sends, one after the other, because a process for each takes a second.
import { Console } from "node:console";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

interface Line {
  file: string;
  words: string[];
  env: NodeJS.ProcessEnv;
}

/** Thrown instead of ending the process. */
class Ended extends Error {}

process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new Ended();
};

/** What a command prints, in a stream of its own, which it may end. */
function listenTo(name: "stdout" | "stderr"): { stream: Writable; said: string } {
  const heard = {
    said: "",
    stream: new Writable({
      write(chunk, _, done) {
        heard.said += String(chunk);
        done();
      },
    }),
  };
  Object.defineProperty(process, name, { value: heard.stream, configurable: true });
  return heard;
}

let count = 0;

process.on("message", async ({ file, words, env }: Line) => {
  const [out, err] = [listenTo("stdout"), listenTo("stderr")];
  globalThis.console = new Console(out.stream, err.stream);
  process.argv = [process.execPath, file, ...words];
  process.env = env;
  process.exitCode = 0;
  // A different URL makes Node evaluate the module again.
  await import(`${pathToFileURL(file).href}?${++count}`).catch((error: Error) => {
    if (error instanceof Ended) return;
    err.said += error.stack;
    process.exitCode = 1;
  });
  process.send!({ code: process.exitCode, out: out.said, err: err.said });
});
