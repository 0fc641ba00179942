'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleQuestionMark } from 'lucide-react';
import { DegradedNotice } from '@/components/errors/degraded-notice';
import { ErrorScreen } from '@/components/errors/error-screen';
import { useFailure } from '@/components/errors/failure';
import { ObservedPanel } from '@/components/observed/observed-panel';
import { useReadNow } from '@/components/refresh/use-read-now';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useMinute } from '@/components/ui/clock';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import { Toast } from '@/components/ui/toast';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorDetailQuery, reviewQuery, usageQuery } from '@/lib/client/queries';
import type { DetailedMonitor, MonitorDetail } from '@/lib/contract/responses';
import { Hero } from './hero';
import { CheckFacts, MetadataFacts, NowFacts } from './monitor-facts';
import { MonitorNotFound } from './monitor-not-found';
import { PeersPanel } from './peers-panel';
import { PreviousNext } from './previous-next';
import { TryItPanel } from './try-it';

/**
 * The page of a monitor: its condition, settings, peers and raw JSON, or the error state.
 *
 * @param props.known the data of the server-rendered page, possibly only the fields of the list; null: none
 * @param props.isInvalid whether the UUID is malformed; then no request is sent, because the BFF would reject it
 */
export function MonitorScreen(props: { uuid: string; known: MonitorDetail | null; isInvalid: boolean }) {
  const { uuid, known, isInvalid } = props;
  const query = monitorDetailQuery(uuid, useRequestContext());
  const detail = useQuery({ ...query, enabled: !isInvalid });
  const readNow = useReadNow(query.queryKey, uuid);
  const baseUrl = useQuery(usageQuery(useRequestContext())).data?.access.base_url ?? null;
  const failure = useFailure(uuid, detail);
  const answer = detail.data?.body ?? known ?? undefined;
  if (failure?.code === 'monitor_not_found') {
    return (
      <>
        <MonitorNotFound uuid={uuid} failure={failure} name={answer?.data.name} onRetry={readNow.read} />
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
  const isLoading = detail.data === undefined && failure === null;
  return (
    <>
      <DegradedNotice {...meta} failure={failure} missing={meta.partial ? detailFields(monitor) : null} />
      <UnknownNotice count={monitor.unknown_fields.length} />
      <main aria-busy={isLoading} className="flex flex-col gap-4 px-4 py-4 max-sm:px-3">
        <div className="flex flex-col gap-2.5">
          <PreviousNext uuid={monitor.monitor_uuid} />
          <Hero monitor={monitor} busy={detail.isFetching || readNow.isBusy} onRefresh={readNow.read} />
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_440px] 2xl:grid-cols-[minmax(0,1fr)_560px]">
          <div className="min-w-0 empty:hidden lg:col-span-2">
            <ObservedPanel key={uuid} uuid={uuid} monitor={monitor} />
          </div>
          {/* Below the breakpoint lg the two columns become one, and the raw JSON is last. */}
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel
              title="What is checked"
              // In the panel's title row, so that nothing moves when it disappears.
              action={isLoading ? <span className="text-ink-3 text-xs">Loading the rest…</span> : null}
            >
              <CheckFacts monitor={monitor} isLoading={isLoading} />
            </Panel>
            <TryItPanel monitor={monitor} isLoading={isLoading} baseUrl={baseUrl} />
            <div className="min-w-0 max-lg:order-last">
              <RawJson monitor={monitor} />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Panel title="Now" first>
              <NowFacts monitor={monitor} meta={meta} />
            </Panel>
            <ReviewPanel uuid={uuid} />
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

/** The fields that only the detail has, as the beginning of a sentence. */
function detailFields({ type }: DetailedMonitor): string {
  return type === 'http' || type === 'https' ? 'Description and HTTP settings are' : 'Description is';
}

/** Says what "Unknown" means in the facts below, and that the others are not affected. */
function UnknownNotice({ count }: { count: number }) {
  const values = count === 1 ? 'One value is missing or doesn’t' : `${count} values are missing or don’t`;
  return (
    <LiveRegion>
      {count === 0 ? null : (
        <Notice tone="neutral" icon={CircleQuestionMark}>
          {`${values} match the API’s specification, and are shown as unknown. Everything else is as the API sent it.`}
        </Notice>
      )}
    </LiveRegion>
  );
}

/** The rules of the review that name a monitor; nothing while there are none, or they are not known. */
function ReviewPanel({ uuid }: { uuid: string }) {
  const rules = useQuery(reviewQuery(useRequestContext(), uuid)).data?.body.data ?? [];
  const now = useMinute();
  const zone = useTimeZone();
  if (rules.length === 0) return null;
  return (
    <Panel title="Review">
      <ul aria-label="Rules that name this monitor">
        {rules.map(({ rule, title, why, query, since }) => (
          <li key={rule} className="border-line px-4 py-2 not-last:border-b max-sm:px-3">
            <Link href={`/monitors?${query}`} className="font-medium text-ink hover:underline">
              {title}
            </Link>
            <p className="text-ink-2 text-sm">
              {why}
              {since === null ? '' : ` Since ${timeLabel(Date.parse(since), now, zone)} at the latest.`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Bidirectional control characters. They are escaped, so that they do not reorder the displayed JSON. */
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The JSON of the API, without the fields that are unknown, and those that the BFF derives. */
function RawJson({ monitor }: { monitor: DetailedMonitor }) {
  const {
    condition: _condition,
    observed_since: _since,
    changed_at: _at,
    changed_after: _after,
    flapping: _flapping,
    unknown_fields: unknown,
    ...sent
  } = monitor;
  const known = Object.entries(sent).filter(([field]) => !unknown.includes(field));
  const text = JSON.stringify(Object.fromEntries(known), null, 2).replace(
    bidiControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return (
    <section className="relative rounded-lg border border-line bg-surface">
      <details className="group">
        <summary className="flex min-h-10 cursor-default items-center gap-1.5 px-4 font-semibold text-sm">
          <ChevronRight className="-ml-1 size-3.5 text-ink-3 group-open:rotate-90" />
          <h2>Raw JSON</h2>
        </summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto border-line border-t p-4 font-mono text-ink text-xs leading-5"
        >
          {text}
        </pre>
      </details>
      <span className="absolute top-[5px] right-2">
        <CopyButton text={text} label="Copy JSON" quiet />
      </span>
    </section>
  );
}
