import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './globals.css';
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { OpenAccessNotice } from '@/components/access/open-access-notice';
import { Providers } from '@/components/providers';
import { AppHeader } from '@/components/shell/app-header';
import { UsageBanner } from '@/components/usage/usage-banner';
import { usageQuery } from '@/lib/client/queries';
import { type Theme, themeCookie, themeSchema } from '@/lib/contract/theme';
import { lookCookie, parseLook } from '@/lib/look';
import { type Container, getContainer } from '@/lib/server/container';
import { type Caller, callerOfPage } from '@/lib/server/http/page';

export const metadata: Metadata = {
  title: { default: 'Sightline', template: '%s · Sightline' },
  description: 'A read-only browser for uptime monitors.',
  robots: { index: false, follow: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Cookies first: they make every page dynamic, so that the build never asks for a configuration.
  const jar = await cookies();
  const theme = themeSchema.catch('system').parse(jar.get(themeCookie)?.value);
  const look = parseLook(jar.get(lookCookie)?.value);
  const container = await getContainer();
  const caller = await callerOfPage();
  return (
    <html lang="en" {...(theme === 'system' ? {} : { 'data-theme': theme })}>
      <body>
        <Providers serverNow={container.clock.now()} look={look}>
          {caller === null ? (
            children
          ) : (
            <Signed container={container} theme={theme} caller={caller}>
              {children}
            </Signed>
          )}
        </Providers>
      </body>
    </html>
  );
}

interface SignedProps {
  container: Container;
  caller: Caller;
  theme: Theme;
  children: ReactNode;
}

/** What stands around every page of somebody who may look; nobody else is shown even the counters. */
function Signed({ container, caller, theme, children }: SignedProps) {
  const { access, demo } = container;
  const queries = new QueryClient();
  // Marked as old: the page below may be reading the API just now, so the browser asks again at once.
  queries.setQueryData(usageQuery.queryKey, { body: container.getUsage(), tag: null }, { updatedAt: 0 });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      {access.mode === 'none' && access.exposed ? <OpenAccessNotice /> : null}
      <UsageBanner />
      <AppHeader
        demo={demo}
        theme={theme}
        user={caller.session ? { name: caller.session.user.name } : null}
      />
      {children}
    </HydrationBoundary>
  );
}
