import { usePreferences } from './preferences';

/** Makes the tooltip of a button that a key presses, too: "Refresh (r)"; without the key where single keys are off. */
export function useKeyTitle(): (label: string, key: string) => string {
  const [{ singleKeys }] = usePreferences();
  return (label, key) => (singleKeys ? `${label} (${key})` : label);
}
