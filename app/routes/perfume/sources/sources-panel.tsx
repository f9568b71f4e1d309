import { Fragment } from "react";

export interface ReadSources {
  groups: {
    title: string;
    /** newest first */
    list: {
      url: string;
      /** untrusted, in any language, as the author */
      title: string;
      author: string | null;
      more: string[];
    }[];
  }[];
  /** a published estimate */
  estimate?: { url: string; text: string };
}

export const Sources = ({ groups, estimate }: ReadSources) => (
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
