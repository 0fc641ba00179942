import { createContext, useContext } from 'react';

const AsOfContext = createContext<string | null>(null);

/** Provides the time when the displayed monitors were read, ISO 8601. */
export const AsOfProvider = AsOfContext.Provider;

/** The time when the displayed monitors were read, ISO 8601. @throws Error outside an `AsOfProvider` */
export function useAsOf(): string {
  const asOf = useContext(AsOfContext);
  if (asOf === null) throw new Error('There is no AsOfProvider around this.');
  return asOf;
}
