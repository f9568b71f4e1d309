// The workers of app/jobs/pool.test.ts.

export default function echo(text: string): string {
  return text;
}

export function refuse(): never {
  throw new RangeError("not this one");
}

export function hang(): never {
  for (;;);
}

export function signal(name: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, name);
  return new Promise(() => {});
}
