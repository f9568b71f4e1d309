/** Writes what a request need not wait for, in batches. @param write one at a time; what fails it may put off again @param delay ms */
export function createLateWriter(write: () => Promise<void>, delay: number) {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let closed = false;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    flush,
    isClosed: () => closed,
    writeLater() {
      if (!closed) timer ??= setTimeout(flush, delay);
    },
    close() {
      closed = true;
      return flush();
    },
  };
}
