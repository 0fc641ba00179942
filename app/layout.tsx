import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './globals.css';
import './contrast.css';
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Providers } from '@/components/providers';
import { AppHeader } from '@/components/shell/app-header';
import { Content, SkipLink } from '@/components/shell/content';
import { TabWatch } from '@/components/shell/tab-watch';
import { UsageBanner } from '@/components/usage/usage-banner';
import { usageQuery } from '@/lib/client/queries';
import { themeCookie, themeSchema } from '@/lib/contract/theme';
import { lookCookie } from '@/lib/look';
import { parseLook } from '@/lib/look-schema';
import { getContainer } from '@/lib/server/container';

export const metadata: Metadata = {
  description: 'A read-only browser for uptime monitors.',
  robots: { index: false, follow: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Cookies first: they make every page dynamic, so that the build never asks for a configuration.
  const jar = await cookies();
  const theme = themeSchema.safeParse(jar.get(themeCookie)?.value).data ?? 'system';
  const look = parseLook(jar.get(lookCookie)?.value);
  const container = await getContainer();
  const queries = new QueryClient();
  const usage = container.getUsage();
  // While the API has told nothing, or fails, or nobody was looking until now, the page below may change all this: then
  // the browser asks again at once.
  const isKnown =
    usage.data.observed_at !== null &&
    usage.data.refresh.viewers > 0 &&
    container.getHealth().status === 'ok';
  queries.setQueryData(usageQuery.queryKey, { body: usage, tag: null }, isKnown ? {} : { updatedAt: 0 });
  return (
    <html lang="en" {...(theme === 'system' ? {} : { 'data-theme': theme })}>
      <body>
        <Providers serverNow={container.clock.now()} look={look}>
          <HydrationBoundary state={dehydrate(queries)}>
            <SkipLink />
            <UsageBanner />
            <AppHeader demo={container.demo} theme={theme} />
            <Content>{children}</Content>
            <TabWatch />
          </HydrationBoundary>
        </Providers>
      </body>
    </html>
  );
}
