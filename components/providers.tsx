'use client';

import type { ReactNode } from 'react';
import { AnswersProvider } from '@/components/answers/answers-provider';
import { BffError } from '@/lib/client/bff';
import type { Preferences } from '@/lib/client/preferences';
import { EarlyClickReplay } from './shell/early-click-replay';
import { ClockProvider } from './ui/clock';
import { PreferencesProvider, usePreferencesReader } from './ui/preferences';

interface ProvidersProps {
  serverNow: number;
  preferences: Preferences;
  children: ReactNode;
}

/** What every client part needs: the answers of the BFF, the page's clock and the person's preferences. */
export function Providers({ serverNow, preferences, children }: ProvidersProps) {
  return (
    <ClockProvider serverNow={serverNow}>
      <EarlyClickReplay />
      <PreferencesProvider initial={preferences}>
        <Answers>{children}</Answers>
      </PreferencesProvider>
    </ClockProvider>
  );
}

function Answers({ children }: { children: ReactNode }) {
  const readPreferences = usePreferencesReader();
  return (
    <AnswersProvider
      onFailure={leaveWhenSignedOut}
      requestedInterval={() => readPreferences().refreshInterval}
    >
      {children}
    </AnswersProvider>
  );
}

/** The session has ended: nothing of the monitors stays on the screen, and signing in leads back here. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof BffError) || error.body?.code !== 'signed_out') return;
  // A link has led there already (own-document.tsx): the way back in its address is the right one.
  if (location.pathname === '/login') return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`/login?${new URLSearchParams({ next: here })}`);
}
