import { createContext, useContext } from 'react';

const AsOfContext = createContext<string | null>(null);

/** When the monitors below it were read, ISO 8601. */
export const AsOfProvider = AsOfContext.Provider;

/** @throws Error outside an `AsOfProvider` */
export function useAsOf(): string {
  const asOf = useContext(AsOfContext);
  if (asOf === null) throw new Error('There is no AsOfProvider around this.');
  return asOf;
}
