import type { presentFiles } from "./present-files.ts";

interface FilesProps {
  listed: ReturnType<typeof presentFiles>;
  made: string;
  table: { caption: string; file: string; rows: string };
}

const manifest = "/data/manifest.json";

export function FilesTable({ listed, made, table }: FilesProps) {
  return (
    <>
      <section aria-label={table.caption}>
        <table>
          <thead>
            <tr>
              <th scope="col">{table.file}</th>
              <th scope="col">{table.rows}</th>
              {listed.formats.map((format) => (
                <th key={format} scope="col">
                  {format}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.files.map(({ name, holds, rows, downloads }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                  <br />
                  <small>{holds}</small>
                </th>
                <td data-of={table.rows}>{rows}</td>
                {downloads.map((file, at) => (
                  <td key={file.name} data-of={listed.formats[at]}>
                    <a
                      href={`/data/${file.name}`}
                      download
                      aria-label={`${file.name} (${file.size})`}
                    >
                      {file.size}
                    </a>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        {made} <a href={manifest}>{manifest}</a>
      </p>
    </>
  );
}

export function ColumnLists({
  columns,
}: {
  columns: { file: string; lines: { columns: string[]; meaning: string }[] }[];
}) {
  return columns.map(({ file, lines }) => (
    <div key={file}>
      <h3>
        <code>{file}</code>
      </h3>
      <ul>
        {lines.map(({ columns: names, meaning }) => (
          <li key={meaning}>
            <code>{names.join(", ")}</code>: {meaning}
          </li>
        ))}
      </ul>
    </div>
  ));
}
