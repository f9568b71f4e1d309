import { useState, useSyncExternalStore } from "react";

/** @returns false on the server and during hydration, which must render the same; true afterwards */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);

/** @returns whether the component was added to a hydrated page; false if it came with the document, whenever it hydrates */
export function useAddedLater(): boolean {
  const hydrated = useHydrated();
  return useState(hydrated)[0];
}

const never = () => () => {};
const yes = () => true;
const no = () => false;
