import { withBasePath } from '@/lib/text/base-path';
import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './globals.css';
import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query';
import { LockOpen } from 'lucide-react';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AppHeader } from '@/components/layout/app-header';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { TabStatus } from '@/components/layout/page-title';
import { Providers } from '@/components/layout/providers';
import { ChangeNotifier } from '@/components/notifications/notifications';
import { Content, ExceptOnWall, SkipLink } from '@/components/ui/content';
import { Notice } from '@/components/ui/notice';
import { UsageBanner } from '@/components/usage/usage-banner';
import { cookieValue, preferencesCookie } from '@/lib/client/preferences';
import { usageKey } from '@/lib/client/queries';
import { parsePreferences } from '@/lib/contract/preferences';
import type { Usage } from '@/lib/contract/usage';
import { type Caller, callerOfPage } from '@/lib/server/api/page';
import { type Container, getContainer } from '@/lib/server/container';
import { mono, sans } from './fonts';

export const metadata: Metadata = {
  description: 'A read-only browser for uptime monitors.',
  robots: { index: false, follow: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reads the headers first. This makes every page dynamic, so that the build needs no configuration.
  const cookies = (await headers()).get('cookie');
  const preferences = parsePreferences(cookieValue(cookies, preferencesCookie));
  const { theme } = preferences;
  const container = await getContainer();
  const { caller } = await callerOfPage();
  return (
    <html
      lang="en"
      className={`${sans.variable} ${mono.variable}`}
      data-theme={theme === 'system' ? undefined : theme}
    >
      <body>
        <Providers serverNow={container.clock.now()} preferences={preferences}>
          {caller === null ? (
            <>
              <link rel="icon" type="image/svg+xml" sizes="any" href={withBasePath('/icon.svg')} />
              {children}
            </>
          ) : (
            <AdmittedLayout container={container} caller={caller}>
              {children}
            </AdmittedLayout>
          )}
        </Providers>
      </body>
    </html>
  );
}

interface AdmittedLayoutProps {
  container: Container;
  caller: Caller;
  children: ReactNode;
}

/** The layout around every page of an admitted caller. Other callers do not even get the counters. */
function AdmittedLayout({ container, caller, children }: AdmittedLayoutProps) {
  const { access, demo } = container;
  return (
    <HydrateQueries state={knownUsage(container)}>
      <ExceptOnWall>
        <SkipLink />
        {access.mode === 'none' && access.exposed ? <OpenAccessNotice /> : null}
        <AppHeader demo={demo} user={caller.session ? { name: caller.session.user.name } : null} />
        <UsageBanner />
      </ExceptOnWall>
      <Content>{children}</Content>
      <ExceptOnWall>
        <TabStatus />
        <ChangeNotifier />
      </ExceptOnWall>
    </HydrateQueries>
  );
}

/** Returns the usage counters that are known before the page inside the layout has read anything. */
function knownUsage({ getUsage, getHealth, clock }: Container): DehydratedState {
  const usage = getUsage();
  // The page may still change the counters if the API has reported none yet or fails, or if there were no viewers until
  // now. Then they are dated 0, so that the browser requests them at once. Counters that already show a banner keep
  // their date, because the banner must not disappear and return.
  const hasNoBanner = usage.data.state === 'ok' || usage.data.state === 'unknown';
  const mayChange =
    usage.data.observed_at === null || usage.data.refresh.viewers === 0 || getHealth().health.status !== 'ok';
  const isCurrent = !hasNoBanner || !mayChange;
  const queryClient = new QueryClient();
  queryClient.setQueryData<Usage['data']>(usageKey, usage.data, { updatedAt: isCurrent ? clock.now() : 0 });
  return dehydrate(queryClient);
}

/** A warning on every page while sign-in is disabled although the server is reachable from the network. */
function OpenAccessNotice() {
  return (
    <Notice tone="warning" icon={LockOpen}>
      <b className="font-semibold">Anyone who can reach this address can see these monitors.</b> Signing in is
      switched off (SIGHTLINE_AUTH=none).
    </Notice>
  );
}
