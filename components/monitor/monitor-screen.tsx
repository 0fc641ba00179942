'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { DegradedNotice } from '@/components/failure/degraded-notice';
import { failureOf } from '@/components/failure/failure-of';
import { FailureScreen } from '@/components/failure/failure-screen';
import { CopyButton } from '@/components/ui/copy-button';
import { Instant } from '@/components/ui/instant';
import { Facts, Panel } from '@/components/ui/panel';
import { monitorQuery } from '@/lib/client/queries';
import type { DetailedMonitor } from '@/lib/contract/answers';
import type { ErrorBody } from '@/lib/contract/error';
import { CheckSentence } from './check-sentence-line';
import { Hero } from './hero';
import { NowFacts } from './now-facts';
import { CheckFacts, HttpFacts } from './setting-facts';

/** @param failedFirst why the server could not put the monitor into the page; null when it could */
export function MonitorScreen({ uuid, failedFirst }: { uuid: string; failedFirst: ErrorBody | null }) {
  const detail = useQuery({ ...monitorQuery(uuid), enabled: failedFirst?.code !== 'invalid_parameter' });
  const failure = detail.isError ? failureOf(detail.error) : detail.data ? null : failedFirst;
  const answer = detail.data?.body;
  if (failure?.code === 'monitor_not_found' || answer === undefined) {
    return (
      <main>
        {failure ? (
          <FailureScreen failure={failure} onRetry={detail.refetch} />
        ) : (
          <p className="p-6 text-ink-2">Reading the monitor…</p>
        )}
      </main>
    );
  }
  const { data: monitor, meta } = answer;
  return (
    <>
      <DegradedNotice degraded={meta.degraded} asOf={meta.as_of} failure={failure} />
      <main className="mx-auto flex max-w-[1180px] flex-col gap-4 px-6 py-4 max-sm:px-3">
        <nav aria-label="Breadcrumb">
          <Link href="/monitors" prefetch={false} className="text-ink-2 hover:text-ink hover:underline">
            Monitors
          </Link>
        </nav>
        <Hero monitor={monitor} busy={detail.isFetching} onRefresh={detail.refetch} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_440px]">
          {/* On a phone the two columns are one, with what matters most first. */}
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel title="What is checked">
              <CheckSentence monitor={monitor} />
              <CheckFacts monitor={monitor} />
            </Panel>
            {monitor.type === 'http' || monitor.type === 'https' ? (
              <Panel title="HTTP settings">
                <HttpFacts monitor={monitor} />
              </Panel>
            ) : null}
            <RawJson monitor={monitor} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel title="Now" first>
              <NowFacts monitor={monitor} asOf={meta.as_of} />
            </Panel>
            <Panel title="Record">
              <Facts
                items={[
                  { name: 'UUID', value: <code className="font-mono text-xs">{monitor.monitor_uuid}</code> },
                  { name: 'Created', value: <Instant iso={monitor.created_at} /> },
                  { name: 'Updated', value: <Instant iso={monitor.updated_at} /> },
                ]}
              />
            </Panel>
          </div>
        </div>
      </main>
    </>
  );
}

/** What the API sent, and nothing that Sightline derived from it. */
function RawJson({ monitor }: { monitor: DetailedMonitor }) {
  const { condition: _derived, observed_since: _observed, ...sent } = monitor;
  const text = JSON.stringify(sent, null, 2);
  return (
    <Panel title="Raw" action={<CopyButton text={text} label="Copy JSON" quiet />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-ink text-xs leading-5">
        {text}
      </pre>
    </Panel>
  );
}
