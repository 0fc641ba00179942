'use client';

import { useAnswers } from '@/components/answers/answers-provider';
import { useAnswer, useIsAsking, useUsage } from '@/components/answers/use-answer';
import { failureOf, type ShownFailure } from '@/components/failure/failure-of';
import { LazyDegradedNotice } from '@/components/failure/lazy-degraded-notice';
import { LazyErrorScreen } from '@/components/failure/lazy-error-screen';
import { AsOfProvider } from '@/components/monitors/as-of';
import { ReadNowStatus } from '@/components/refresh/read-now-status';
import { useReadNow } from '@/components/refresh/use-read-now';
import { LiveRegion } from '@/components/ui/live-region';
import { Panel } from '@/components/ui/panel';
import type { MonitorDetail } from '@/lib/contract/answers';
import type { ErrorBody } from '@/lib/contract/error';
import { CheckSentence } from './check-sentence-line';
import { Hero } from './hero';
import { NowFacts } from './now-facts';
import { PartialNotice } from './partial-notice';
import { PeersPanel } from './peers-panel';
import { RawJson } from './raw-json';
import { RecordFacts } from './record-facts';
import { CheckFacts, HttpFacts } from './setting-facts';
import { TryItPanel } from './try-it-panel';
import { WalkBar } from './walk-bar';

interface MonitorScreenProps {
  uuid: string;
  /** What was known when the page was made, perhaps the list's fields alone; null when nothing was. */
  known: MonitorDetail | null;
  /** Why the server could not put the monitor into the page; null when it could. */
  failedFirst: ErrorBody | null;
}

export function MonitorScreen({ uuid, known, failedFirst }: MonitorScreenProps) {
  const { details } = useAnswers();
  const detail = useAnswer(details, uuid, { enabled: failedFirst?.code !== 'invalid_parameter' });
  const isAsking = useIsAsking(details, uuid);
  const readNow = useReadNow(() => details.ask(uuid), uuid);
  const baseUrl = useUsage().answer?.body.data.access.base_url ?? null;
  const failure = detail.error ? failureOf(detail.error) : detail.answer ? null : failedFirst;
  const answer = detail.answer?.body ?? known ?? undefined;
  if (failure?.code === 'monitor_not_found' || answer === undefined) {
    return (
      <main>
        {failure ? (
          <LazyErrorScreen failure={failure} onRetry={readNow.read} onDue={() => details.ask(uuid)} />
        ) : (
          <p className="p-6 text-ink-2">Reading the monitor…</p>
        )}
        <ReadNowStatus message={readNow.message} />
      </main>
    );
  }
  const { data: monitor, meta, peers } = answer;
  const reading = detail.answer === undefined && failure === null;
  return (
    <>
      <StateNotice meta={meta} failure={failure} />
      <main aria-busy={reading} className="mx-auto flex max-w-[1180px] flex-col gap-4 px-6 py-4 max-sm:px-3">
        <div className="flex flex-col gap-2.5">
          <WalkBar uuid={monitor.monitor_uuid} />
          <AsOfProvider value={meta.as_of}>
            <Hero monitor={monitor} busy={isAsking || readNow.isBusy} onRefresh={readNow.read} />
          </AsOfProvider>
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          {/* On a phone the two columns are one, with what matters most first. */}
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel
              title="What is checked"
              // In the panel's title it takes no room of its own, and nothing moves when it goes.
              action={reading ? <span className="text-ink-3 text-xs">The rest is being read…</span> : null}
            >
              <CheckSentence monitor={monitor} />
              <CheckFacts monitor={monitor} reading={reading} />
            </Panel>
            {monitor.type === 'http' || monitor.type === 'https' ? (
              <Panel title="HTTP settings">
                <HttpFacts monitor={monitor} reading={reading} />
              </Panel>
            ) : null}
            <TryItPanel monitor={monitor} reading={reading} baseUrl={baseUrl} />
            <div className="min-w-0 max-lg:order-last">
              <RawJson monitor={monitor} />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel title="Now" first>
              <NowFacts monitor={monitor} meta={meta} />
            </Panel>
            {peers ? <PeersPanel monitor={monitor} peers={peers} /> : null}
            <Panel title="Record">
              <RecordFacts monitor={monitor} />
            </Panel>
          </div>
        </div>
        <ReadNowStatus message={readNow.message} />
      </main>
    </>
  );
}

/** One notice at most: why the monitor is not known whole, or why nothing newer is. */
function StateNotice({ meta, failure }: { meta: MonitorDetail['meta']; failure: ShownFailure | null }) {
  const { degraded, partial, as_of, detail_as_of } = meta;
  const reason = failure ?? (degraded && { ...degraded, error: degraded.message });
  const isPartial = partial && reason !== null;
  return (
    <>
      <LiveRegion>{isPartial ? <PartialNotice reason={reason} asOf={as_of} /> : null}</LiveRegion>
      <LazyDegradedNotice
        degraded={isPartial ? null : degraded}
        asOf={as_of}
        detailAsOf={detail_as_of}
        failure={isPartial ? null : failure}
      />
    </>
  );
}
