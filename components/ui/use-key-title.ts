import { usePreferences } from './preferences';

/** A function for tooltips with the shortcut: "Refresh (r)"; without it when single keys are disabled. */
export function useKeyTitle(): (label: string, key: string) => string {
  const [{ singleKeys }] = usePreferences();
  return (label, key) => (singleKeys ? `${label} (${key})` : label);
}
