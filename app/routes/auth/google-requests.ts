/** Safe to log: the message holds no code, token or secret. */
export class GoogleFailed extends Error {}

// Tokens and profiles take a few hundred bytes.
const maxAnswerBytes = 64 * 1024;

/** @param timeLimit ms @returns `body` is null when it is not JSON */
export async function askGoogle(
  url: string,
  init: RequestInit,
  timeLimit: number,
): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal });
    const text = await readText(response);
    return { status: response.status, body: parse(text) };
  } catch (error) {
    throw signal.aborted ? new GoogleFailed("No answer in time.") : error;
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Throwing out of the loop cancels the rest of the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new GoogleFailed("The answer was too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
