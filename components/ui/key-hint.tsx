import { KeyCaps } from './key-caps';
import { usePreferences } from './preferences';

/** A key that does what it stands beside. Hidden from those who have no keys, or have switched single keys off. */
export function KeyHint({ cap }: { cap: string }) {
  const [{ singleKeys }] = usePreferences();
  if (!singleKeys) return null;
  return (
    <span aria-hidden className="inline-flex pointer-coarse:hidden">
      <KeyCaps caps={[cap]} />
    </span>
  );
}
