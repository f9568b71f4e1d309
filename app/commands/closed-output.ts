/** Whoever reads the output may stop, as `head` does. */
export const isClosedOutput = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "EPIPE";

// The command still does its work, and ends as if all had been read.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    if (isClosedOutput(error)) return;
    // One line (RULES.md 14.2), if it can still be written.
    process.stderr.write(`${error.message}\n`, () => process.exit(1));
  });
