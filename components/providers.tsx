'use client';

import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { AnswersProvider } from '@/components/answers/answers-provider';
import { BffError } from '@/lib/client/bff';
import type { Look } from '@/lib/look';
import { EarlyClickReplay } from './shell/early-click-replay';
import { ClockProvider } from './ui/clock';
import { LoadFailureNotice } from './ui/load-failure';
import { LookProvider, useLookReader } from './ui/look';

interface ProvidersProps {
  serverNow: number;
  look: Look;
  children: ReactNode;
}

/** What every client part needs: the answers of the BFF, the page's clock and the person's look, the URL's state. */
export function Providers({ serverNow, look, children }: ProvidersProps) {
  return (
    <ClockProvider serverNow={serverNow}>
      <EarlyClickReplay />
      <LookProvider initial={look}>
        <Answers>
          <LoadFailureNotice>
            <NuqsAdapter>{children}</NuqsAdapter>
          </LoadFailureNotice>
        </Answers>
      </LookProvider>
    </ClockProvider>
  );
}

function Answers({ children }: { children: ReactNode }) {
  const look = useLookReader();
  return (
    <AnswersProvider onFailure={leaveWhenSignedOut} requestedInterval={() => look().refreshInterval}>
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
