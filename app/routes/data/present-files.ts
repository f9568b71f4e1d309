import { dataFiles } from "#app/domain/open-data/data-files.ts";
import { formats, type Manifest, nameOf } from "#app/domain/open-data/dump-manifest.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";

export function presentFiles({ files }: Manifest, code: Language, holds: Record<string, string>) {
  const { number } = formatIn(code);
  const byName = new Map(files.map((file) => [file.name, file]));
  return {
    files: dataFiles.flatMap((name) => {
      const made = formats.flatMap((format) => byName.get(nameOf(name, format)) ?? []);
      return made.length === 0
        ? []
        : {
            name,
            holds: holds[name],
            rows: number(made[0]!.rows),
            downloads: made.map((file) => ({ name: file.name, size: sizeOf(code, file.bytes) })),
          };
    }),
    formats: formats.map((format) => format.toUpperCase()),
  };
}

function sizeOf(code: Language, bytes: number): string {
  const { number, decimal } = formatIn(code);
  return bytes < 1_000_000
    ? `${number(Math.ceil(bytes / 1000))}\u00a0kB`
    : `${decimal(bytes / 1_000_000)}\u00a0MB`;
}
