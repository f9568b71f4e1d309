// Runs a command with one command line after the other in one process, because starting a process for each takes half a
// second. Arguments: the command's file, and the command lines as JSON. Prints each result as JSON.
import { pathToFileURL } from "node:url";

/** Thrown instead of ending the process. */
class Ended extends Error {}

process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new Ended();
};

const [, , file = "", lines = ""] = process.argv;
const print = console.log;
const ran = [];
for (const [at, words] of (JSON.parse(lines) as string[][]).entries()) {
  let [out, err] = ["", ""];
  console.log = (text: string) => void (out += `${text}\n`);
  console.error = (text: string) => void (err += `${text}\n`);
  process.argv = [process.execPath, file, ...words];
  process.exitCode = 0;
  // A different URL makes Node evaluate the module again.
  await import(`${pathToFileURL(file).href}?${at}`).catch((error: unknown) => {
    if (!(error instanceof Ended)) throw error;
  });
  ran.push({ code: process.exitCode, out, err });
}
process.exitCode = 0;
print(JSON.stringify(ran));
