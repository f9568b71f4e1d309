import { Fragment } from "react";
import type { readSources } from "./open-sources.ts";

export const Sources = ({ groups, estimate }: Awaited<ReturnType<typeof readSources>>) => (
  <>
    {groups.map(({ title, list }) => (
      <Fragment key={title}>
        <h3>{title}</h3>
        <ul>
          {list.map(({ url, title: of, author, more }) => (
            <li key={url}>
              <Outside url={url} text={of} />
              <p className="small soft">
                {author !== null && (
                  <>
                    <bdi>{author}</bdi>
                    {"\u00a0· "}
                  </>
                )}
                {/* No line begins with the dot. */}
                {more.join("\u00a0· ")}
              </p>
            </li>
          ))}
        </ul>
      </Fragment>
    ))}
    {estimate && <Outside {...estimate} />}
  </>
);

const Outside = ({ url, text }: { url: string; text: string }) => (
  <a href={url} rel="nofollow noopener" target="_blank">
    <bdi>{text}</bdi>
  </a>
);
