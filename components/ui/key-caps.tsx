import { usePreferences } from './preferences';
import { isMac } from './typed-character';
import { useHydrated } from './use-hydrated';

/**
 * Displays keys, one cap each; the cap `Mod` is Control or Command.
 *
 * @param props.sequence whether the keys are pressed one after the other
 */
export function KeyCaps({ caps, sequence = false }: { caps: readonly string[]; sequence?: boolean }) {
  const mod = useHydrated() && isMac() ? '⌘' : 'Ctrl';
  return (
    <span className="inline-flex items-center gap-1">
      {caps.map((cap, index) => (
        <span key={cap} className="inline-flex items-center gap-1">
          {sequence && index > 0 ? <span className="text-ink-3 text-xs">then</span> : null}
          <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-raised px-1 font-sans text-[11px] text-ink-2 leading-none">
            {cap === 'Mod' ? mod : cap}
          </kbd>
        </span>
      ))}
    </span>
  );
}

/**
 * The single-key shortcut of an adjacent control. Hidden on touch devices and when single keys are disabled.
 */
export function KeyHint({ cap }: { cap: string }) {
  const [{ singleKeys }] = usePreferences();
  if (!singleKeys) return null;
  return (
    <span aria-hidden className="inline-flex pointer-coarse:hidden">
      <KeyCaps caps={[cap]} />
    </span>
  );
}

/** A function for tooltips with the shortcut: "Refresh (r)"; without it when single keys are disabled, and before they work. */
export function useKeyTitle(): (label: string, key: string) => string {
  const [{ singleKeys }] = usePreferences();
  const isHydrated = useHydrated();
  return (label, key) => (singleKeys && isHydrated ? `${label} (${key})` : label);
}
