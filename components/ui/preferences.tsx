import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type Preferences,
  preferencesCookie,
  storedPreferences,
  storePreferences,
} from '@/lib/client/preferences';
import { useNotStoredMessage } from './stored-text';
import { Toast } from './toast';

type PreferencesState = readonly [
  preferences: Preferences,
  /**
   * Changes some preferences, here and in all other tabs, and stores them in the cookie.
   *
   * @param isChosen whether the user chose them: then a message says when the browser does not store them
   */
  change: (part: Partial<Preferences>, isChosen?: boolean) => void,
  /** The latest preferences, including changes that are not rendered yet. */
  newest: () => Preferences,
];

const PreferencesContext = createContext<PreferencesState | null>(null);

/**
 * Provides the user's preferences.
 *
 * @param props.initial the preferences that the server read from the cookie
 */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  'use memo';
  const [preferences, setPreferences] = useState(initial);
  // A ref, because a second change in the same event must include the first, which is not rendered yet.
  const newest = useRef(initial);
  const otherTabs = useRef<BroadcastChannel | null>(null);
  const notStored = useNotStoredMessage();

  const show = (next: Preferences) => {
    newest.current = next;
    setPreferences(next);
  };
  const change = (part: Partial<Preferences>, isChosen = true) => {
    const next = { ...newest.current, ...part, timeZone: browserTimeZone() };
    show(next);
    const isStored = storePreferences(next);
    if (isChosen) notStored.report(isStored);
    otherTabs.current?.postMessage(next);
  };

  const receive = useEffectEvent(({ data }: MessageEvent<Preferences>) => {
    // A tab with another version of Sightline may send an incompatible format.
    if (data.version === initial.version) show({ ...initial, ...data });
  });
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(preferencesCookie);
    channel.addEventListener('message', receive);
    otherTabs.current = channel;
    return () => {
      otherTabs.current = null;
      channel.close();
    };
  }, []);

  // Renewed at each visit, because cookies expire, in some browsers after a week. The time zone is only for
  // the next server-rendered page; as state it would change this context during hydration (ADR 0024).
  const renewCookie = useEffectEvent(() => {
    const stored = storedPreferences(newest.current);
    // Another tab has changed them since the server rendered this page, before this tab listened to it.
    if (stored !== newest.current) show(stored);
    // The time zone is null until the user has made a choice; then there is no cookie to renew.
    if (stored.timeZone === null) return;
    newest.current = { ...stored, timeZone: browserTimeZone() };
    storePreferences(newest.current);
  });
  useEffect(() => renewCookie(), []);

  const { theme } = preferences;
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <PreferencesContext value={[preferences, change, () => newest.current]}>
      {children}
      <Toast message={notStored.message} />
    </PreferencesContext>
  );
}

/** The user's preferences, `change`, and `newest`. @throws Error outside a `PreferencesProvider` */
export function usePreferences(): PreferencesState {
  const state = use(PreferencesContext);
  if (state === null) throw new Error('usePreferences needs a PreferencesProvider above it');
  return state;
}

function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
