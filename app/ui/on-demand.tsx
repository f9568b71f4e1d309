import { type ComponentType, lazy, Suspense } from "react";

/**
 * A part whose code browsers fetch only when a page shows it. Until it has come, its form works as without scripts.
 * @param there the component on the server, imported behind `import.meta.env.SSR`, so that bundles for browsers lack it
 */
export function onDemand<Props extends object>(
  there: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.ReactNode {
  const Part = there || lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Part {...(props as Props & React.JSX.IntrinsicAttributes)} />
    </Suspense>
  );
}
