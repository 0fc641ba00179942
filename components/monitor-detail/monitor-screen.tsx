'use client';

import { useQuery } from '@tanstack/react-query';
import { DegradedNotice } from '@/components/errors/degraded-notice';
import { ErrorScreen } from '@/components/errors/error-screen';
import type { ShownFailure } from '@/components/errors/explain-error';
import { useFailure } from '@/components/errors/failure';
import { AsOfProvider } from '@/components/monitor/as-of';
import { ObservedPanel } from '@/components/observed/observed-panel';
import { useReadNow } from '@/components/refresh-interval/use-read-now';
import { LiveRegion } from '@/components/ui/live-region';
import { Panel } from '@/components/ui/panel';
import { Toast } from '@/components/ui/toast';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorDetailQuery, usageQuery } from '@/lib/client/queries';
import type { MonitorDetail } from '@/lib/contract/responses';
import { CheckSentence } from './check-sentence';
import { Hero } from './hero';
import { MissingMonitor } from './missing-monitor';
import { NowFacts } from './now-facts';
import { PartialNotice } from './partial-notice';
import { PeersPanel } from './peers-panel';
import { PreviousNext } from './previous-next';
import { RawJson } from './raw-json';
import { CheckFacts, MetadataFacts } from './setting-facts';
import { TryItPanel } from './try-it-panel';
import { UnknownNotice } from './unknown-notice';

interface MonitorScreenProps {
  uuid: string;
  /** The data of the server-rendered page, possibly only the fields of the list; null when there is none. */
  known: MonitorDetail | null;
  /** Whether the UUID is malformed; then no request is sent, because the BFF would reject it. */
  isInvalid: boolean;
}

/** The page of a monitor: its condition, settings, peers and raw JSON, or the error state. */
export function MonitorScreen({ uuid, known, isInvalid }: MonitorScreenProps) {
  const query = monitorDetailQuery(uuid, useRequestContext());
  const detail = useQuery({ ...query, enabled: !isInvalid });
  const readNow = useReadNow(query.queryKey, uuid);
  const baseUrl = useQuery(usageQuery(useRequestContext())).data?.access.base_url ?? null;
  const failure = useFailure(uuid, detail);
  const answer = detail.data?.body ?? known ?? undefined;
  if (failure?.code === 'monitor_not_found') {
    return (
      <>
        <MissingMonitor failure={failure} name={answer?.data.name} onRetry={readNow.read} />
        <Toast message={readNow.message} />
      </>
    );
  }
  if (answer === undefined) {
    return (
      <main className="px-4 max-sm:px-3">
        {failure ? (
          <ErrorScreen
            failure={failure}
            onRetry={isInvalid ? undefined : readNow.read}
            onDue={() => detail.refetch({ cancelRefetch: false })}
          />
        ) : (
          <p className="py-6 text-ink-2">Loading monitor…</p>
        )}
        <Toast message={readNow.message} />
      </main>
    );
  }
  const { data: monitor, meta, peers } = answer;
  const reading = detail.data === undefined && failure === null;
  return (
    <>
      <StateNotice detail={answer} failure={failure} />
      <UnknownNotice monitor={monitor} />
      <main aria-busy={reading} className="flex max-w-[1280px] flex-col gap-4 px-4 py-4 max-sm:px-3">
        <div className="flex flex-col gap-2.5">
          <PreviousNext uuid={monitor.monitor_uuid} />
          <AsOfProvider value={meta.as_of}>
            <Hero monitor={monitor} busy={detail.isFetching || readNow.isBusy} onRefresh={readNow.read} />
          </AsOfProvider>
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_440px]">
          <div className="min-w-0 empty:hidden lg:col-span-2">
            <ObservedPanel key={uuid} uuid={uuid} interval={monitor.interval} />
          </div>
          {/* Below the breakpoint lg the two columns become one, and the raw JSON is last. */}
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel
              title="What is checked"
              // In the panel's title row, so that nothing moves when it disappears.
              action={reading ? <span className="text-ink-3 text-xs">Loading the rest…</span> : null}
            >
              <CheckSentence monitor={monitor} />
              <CheckFacts monitor={monitor} reading={reading} />
            </Panel>
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
            <Panel title="Metadata">
              <MetadataFacts monitor={monitor} />
            </Panel>
          </div>
        </div>
        <Toast message={readNow.message} />
      </main>
    </>
  );
}

/** At most one notice: why the detail is missing, or why the data is stale. */
function StateNotice({ detail, failure }: { detail: MonitorDetail; failure: ShownFailure | null }) {
  const { degraded, partial, as_of, detail_as_of } = detail.meta;
  const reason = failure ?? (degraded && { ...degraded, error: degraded.message });
  const isPartial = partial && reason !== null;
  return (
    <>
      <LiveRegion>{isPartial ? <PartialNotice reason={reason} detail={detail} /> : null}</LiveRegion>
      <DegradedNotice
        degraded={isPartial ? null : degraded}
        asOf={as_of}
        detailAsOf={detail_as_of}
        failure={isPartial ? null : failure}
      />
    </>
  );
}
