import { useSyncExternalStore } from "react";

/** For effects. @returns whether the document is hydrated; false on the server and during hydration */
export const isHydrated = (): boolean =>
  !import.meta.env.SSR && document.documentElement.dataset.hydrated !== undefined;

/** For rendering. @returns false on the server and during hydration, which must render the same; true afterwards */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);

const never = () => () => {};
const yes = () => true;
const no = () => false;
