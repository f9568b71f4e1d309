export interface ReadSources {
  /** newest first */
  list: {
    url: string;
    /** untrusted, in any language */
    title: string;
    stance: string;
    /** host, kind, date */
    more: string;
  }[];
  /** a published estimate */
  estimate?: { url: string; text: string };
}

export const Sources = ({ list, estimate }: ReadSources) => (
  <ul>
    {list.map(({ url, title, stance, more }) => (
      <li key={url}>
        <Outside url={url} text={title} />
        <p className="small soft">
          <b>{stance}</b>
          {` ${more}`}
        </p>
      </li>
    ))}
    {estimate && (
      <li>
        <Outside {...estimate} />
      </li>
    )}
  </ul>
);

const Outside = ({ url, text }: { url: string; text: string }) => (
  <a href={url} rel="nofollow noopener" target="_blank">
    <bdi>{text}</bdi>
  </a>
);
