import { type ComponentType, lazy, Suspense, useState } from "react";

/**
 * A part whose code browsers fetch only when a page shows it. Until it has come, its form works as without scripts. If
 * it does not come, a part that came with the document stays as it is; another one comes with a document, too.
 * @param there the component on the server, imported behind `import.meta.env.SSR`, so that bundles for browsers lack it
 * @param Root the component's outermost element
 */
export function onDemand<Props extends object>(
  Root: "div" | "dialog" | "section",
  there: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.ReactNode {
  const part = (otherwise: () => Promise<ComponentType<Props>>) =>
    lazy(async () => ({ default: await load().catch(otherwise) }));
  // React could not update the page while it waits for a part of the document.
  const inDocument = part(async () => () => (
    <Root suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
  ));
  const addedLater = part(() => {
    location.reload();
    return new Promise(() => {});
  });
  // Not a hook that renders once more: React would then drop what the document has, with what was typed.
  const choose = () =>
    there || ("hydrated" in document.documentElement.dataset ? addedLater : inDocument);
  return (props) => {
    const [Part] = useState(choose);
    return (
      <Suspense>
        <Part {...(props as Props & React.JSX.IntrinsicAttributes)} />
      </Suspense>
    );
  };
}

/** Makes React keep the server's part during hydration. */
const untouched = { __html: "" };
