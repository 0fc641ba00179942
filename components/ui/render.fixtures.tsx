import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defaultPreferences } from '@/lib/contract/preferences';
import { ClockProvider } from './clock';
import { PreferencesProvider } from './preferences';

/** Renders a part of a page as the server does, for a user without preferences. @param now epoch milliseconds */
export function htmlAt(now: number, content: ReactNode): string {
  return renderToStaticMarkup(
    <ClockProvider serverNow={now}>
      <PreferencesProvider initial={defaultPreferences}>{content}</PreferencesProvider>
    </ClockProvider>,
  );
}
