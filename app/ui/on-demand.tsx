import { type ComponentType, lazy, Suspense, useState } from "react";

/**
 * A part whose code browsers fetch only when a page shows it. Until it has come, its form works as without scripts. If
 * it does not come, a part that came with the document stays as it is; another one comes with a document, too.
 * @param there the component on the server, imported behind `import.meta.env.SSR`, so that bundles for browsers lack it
 */
export function onDemand<Props extends object>(
  there: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.ReactNode {
  const part = (failed: () => void) =>
    lazy(async () => {
      const loaded = load().catch(() => new Promise<never>(failed));
      return { default: await loaded };
    });
  const inDocument = part(() => {});
  const addedLater = part(() => location.reload());
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
