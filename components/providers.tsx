'use client';

import type { ReactNode } from 'react';
import { AnswersProvider } from '@/components/answers/answers-provider';
import { BffError } from '@/lib/client/bff';
import type { Look } from '@/lib/look';
import { readRefreshChoice } from './refresh/use-refresh-choice';
import { EarlyClickReplay } from './shell/early-click-replay';
import { ClockProvider } from './ui/clock';
import { LoadFailureNotice } from './ui/load-failure';
import { LookProvider } from './ui/look';

interface ProvidersProps {
  serverNow: number;
  look: Look;
  children: ReactNode;
}

/** What every client part needs: the answers of the BFF, the page's clock and the person's look. */
export function Providers({ serverNow, look, children }: ProvidersProps) {
  return (
    <ClockProvider serverNow={serverNow}>
      <EarlyClickReplay />
      <AnswersProvider onFailure={leaveWhenSignedOut} wish={readRefreshChoice}>
        <LookProvider initial={look}>
          <LoadFailureNotice>{children}</LoadFailureNotice>
        </LookProvider>
      </AnswersProvider>
    </ClockProvider>
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
