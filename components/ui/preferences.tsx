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
import { type Preferences, preferencesCookie, serializePreferences } from '@/lib/client/preferences';

interface PreferencesContextValue {
  preferences: Preferences;
  /** Changes some of them at once, here and in all other tabs, and keeps them in the cookie. */
  change(part: Partial<Preferences>): void;
  /** The preferences as they are by now, for what is not rendered. */
  newest(): Preferences;
}

const PreferencesContext = createContext<PreferencesContextValue | null>(null);

/** Provides a person's preferences. @param initial as the server read them from the cookie */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  'use memo';
  const [preferences, setPreferences] = useState(initial);
  // A second change in the same event builds on the first, which is not rendered yet.
  const newest = useRef(initial);
  const otherTabs = useRef<BroadcastChannel | null>(null);

  const show = (next: Preferences) => {
    newest.current = next;
    setPreferences(next);
  };
  const change = (part: Partial<Preferences>) => {
    const next = { ...newest.current, ...part, timeZone: browserTimeZone() };
    show(next);
    writeCookie(next);
    otherTabs.current?.postMessage(next);
  };

  const receive = useEffectEvent(({ data }: MessageEvent<Preferences>) => {
    // A tab of another version of Sightline may send what this one cannot read.
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

  // Written at each visit: cookies that are not written anew expire, in some browsers after a week. The time zone is for
  // the next page's first HTML alone: as state it would change this context in the midst of hydration (ADR 0024).
  const renewCookie = useEffectEvent(() => {
    // Without a choice there is no cookie.
    if (newest.current.timeZone === null) return;
    newest.current = { ...newest.current, timeZone: browserTimeZone() };
    writeCookie(newest.current);
  });
  useEffect(() => renewCookie(), []);

  const { theme } = preferences;
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <PreferencesContext value={{ preferences, change, newest: () => newest.current }}>
      {children}
    </PreferencesContext>
  );
}

/** This person's preferences, a way to change some of them, and what they are by now. */
export function usePreferences(): readonly [
  Preferences,
  PreferencesContextValue['change'],
  PreferencesContextValue['newest'],
] {
  'use memo';
  const context = use(PreferencesContext);
  if (context === null) throw new Error('usePreferences needs a PreferencesProvider above it');
  return [context.preferences, context.change, context.newest];
}

function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const YEAR_S = 31_536_000;

function writeCookie(preferences: Preferences): void {
  const value = serializePreferences(preferences);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers still in use.
  document.cookie = `${preferencesCookie}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
