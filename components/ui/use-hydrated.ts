import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in the hydrating render, then true; for values that only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
