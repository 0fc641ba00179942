'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash2 } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { DegradedNotice } from '@/components/errors/degraded-notice';
import { ErrorScreen } from '@/components/errors/error-screen';
import { useFailure } from '@/components/errors/failure';
import { InventoryNotice } from '@/components/monitor-list/inventory-notice';
import { AsOf } from '@/components/ui/age';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { LiveRegion } from '@/components/ui/live-region';
import { Panel } from '@/components/ui/panel';
import { rowCommands } from '@/components/ui/row-focus';
import { StatePanel } from '@/components/ui/state-panel';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorPath } from '@/lib/client/monitors-url';
import { reviewQuery } from '@/lib/client/queries';
import type { Review, ReviewedRule } from '@/lib/contract/review';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';

export function ReviewScreen() {
  const review = useQuery(reviewQuery(useRequestContext()));
  const failure = useFailure('review', review);
  const rows = useRef<HTMLDivElement>(null);
  useCommands(() => rowCommands(rows, 'Review', ['Next rule', 'Previous rule', 'Show its monitors']));
  const isNotReady = failure?.code === 'not_ready';
  if (review.data === undefined) {
    return failure && !isNotReady ? (
      <main className="px-4 max-sm:px-3">
        <ErrorScreen failure={failure} onRetry={() => void review.refetch()} />
      </main>
    ) : (
      <>
        <LiveRegion>
          <InventoryNotice inventory={null} reading={null} />
        </LiveRegion>
        <main className="px-4 py-4 max-sm:px-3">
          <h1 className="pt-1 font-semibold text-ink text-xl">Review</h1>
        </main>
      </>
    );
  }
  const { meta } = review.data.body;
  const { inventory, degraded, as_of } = meta;
  const notice =
    inventory.state === 'complete' ? null : <InventoryNotice inventory={inventory} reading={null} />;
  return (
    <>
      <DegradedNotice degraded={degraded} as_of={as_of} failure={isNotReady ? null : failure} />
      <LiveRegion>{inventory.state === 'incomplete' ? notice : null}</LiveRegion>
      {/* Not in a live region, because the progress of the first crawl changes constantly. */}
      {inventory.state === 'reading' ? notice : null}
      <main className="flex flex-col gap-4 px-4 py-4 max-sm:px-3">
        <div>
          <h1 className="pt-1 font-semibold text-ink text-xl">Review</h1>
          <AsOf iso={as_of} />
          <p className="text-ink-3 text-xs">{knownSettingsMessage(meta)}</p>
          <p className="text-ink-3 text-xs empty:hidden">{offMessage(meta)}</p>
        </div>
        <div ref={rows} className="flex flex-col gap-4">
          <Rules review={review.data.body} />
        </div>
      </main>
    </>
  );
}

function Rules({ review: { data, meta } }: { review: Review }) {
  const naming = data.filter(({ count }) => count > 0);
  // What the last checks contradict is not even listed.
  const isContradicted = ({ topic, unknown }: ReviewedRule) => topic === 'cannot_work' && unknown === 0;
  const quiet = data.filter((rule) => rule.count === 0 && !isContradicted(rule));
  if (meta.monitors === 0) {
    return (
      <StatePanel icon={CircleSlash2} title="No monitors yet">
        <p>The rules have nothing to judge.</p>
      </StatePanel>
    );
  }
  return (
    <>
      {naming.length > 0 ? null : (
        <StatePanel icon={CircleCheck} title="No rule names a monitor">
          <p>The rules are below.</p>
        </StatePanel>
      )}
      {Array.from(
        Map.groupBy(naming, ({ topic }) => topic),
        ([topic, rules]) => (
          <Panel key={topic} title={topicTitles[topic]}>
            <ul aria-label={topicTitles[topic]}>
              {rules.map((rule) => (
                <RuleRow key={rule.rule} rule={rule} monitors={meta.monitors} />
              ))}
            </ul>
          </Panel>
        ),
      )}
      {quiet.length === 0 ? null : <QuietRules rules={quiet} monitors={meta.monitors} />}
    </>
  );
}

function RuleRow({ rule, monitors }: { rule: ReviewedRule; monitors: number }) {
  const { title, why, count, monitors: first, query } = rule;
  const rest = count - first.length;
  const unknown = notJudgedMessage(rule, monitors);
  return (
    <li className="relative grid grid-cols-[56px_minmax(0,1fr)] items-baseline gap-x-4 border-line px-4 py-2 not-last:border-b hover:bg-raised max-sm:grid-cols-[36px_minmax(0,1fr)] max-sm:gap-x-2.5 max-sm:px-3">
      <span aria-hidden className="text-right font-semibold text-ink text-md tabular-nums">
        {formatInteger(count)}
      </span>
      <div className="min-w-0">
        <Link
          href={`/monitors?${query}`}
          data-row=""
          className="scroll-mt-24 scroll-mb-4 font-medium text-ink after:absolute after:inset-0 hover:underline"
        >
          {title}
          <span className="sr-only">: {monitorsMessage(count)}</span>
        </Link>
        <p className="text-ink-2 text-sm">
          {why}
          {unknown === null ? null : <span className="block text-ink-3 text-xs">{unknown}.</span>}
        </p>
        <p className="truncate text-ink-3 text-xs">
          {first.map(({ monitor_uuid, name }, place) => (
            <Fragment key={monitor_uuid}>
              {place === 0 ? '' : ' · '}
              {/* Stacked above the link that covers the row. The first monitors of a rule are the newest. */}
              <Link
                href={monitorPath({ uuid: monitor_uuid, list: `${query}&sort=created_at` })}
                className="relative z-1 hover:text-ink hover:underline"
              >
                <bdi translate="no">{visibleName(name) ?? '(no name)'}</bdi>
              </Link>
            </Fragment>
          ))}
          {rest === 0 ? '' : ` · ${formatInteger(rest)} more`}
        </p>
      </div>
    </li>
  );
}

function QuietRules({ rules, monitors }: { rules: readonly ReviewedRule[]; monitors: number }) {
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-2 max-sm:px-3">
      <summary className="w-fit py-1 text-ink-2 hover:text-ink">{quietMessage(rules)}</summary>
      <ul aria-label="Rules that name no monitor">
        {rules.map((rule) => (
          <li key={rule.rule} className="flex flex-wrap gap-x-4 border-line py-1.5 not-last:border-b">
            <span className="min-w-0 flex-1 basis-60">
              {rule.title}
              <span className="block text-ink-3 text-xs">{rule.why}</span>
            </span>
            <span className="text-ink-3 text-xs">{notJudgedMessage(rule, monitors) ?? 'Names none'}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const topicTitles: Record<ReviewedRule['topic'], string> = {
  cannot_work: 'Down, probably badly set up',
  not_watched: 'Stopped or forgotten',
  weak: 'Checks little',
  noise: 'May cause noise',
};

/** The number of monitors that a rule cannot judge, and why; null: it can judge all. @param monitors the number of all */
export function notJudgedMessage(
  { unknown, needs }: Pick<ReviewedRule, 'unknown' | 'needs'>,
  monitors: number,
): string | null {
  if (unknown === 0) return null;
  return `${unknownTexts[needs]} ${formatInteger(unknown)} of ${formatInteger(monitors)}`;
}

const unknownTexts: Record<ReviewedRule['needs'], string> = {
  list: 'Not known for',
  settings: 'Present settings not known for',
  history: 'Not observed for long enough:',
};

function monitorsMessage(count: number): string {
  return `${formatInteger(count)} ${count === 1 ? 'monitor' : 'monitors'}`;
}

export function knownSettingsMessage({
  settings_known,
  settings_outdated,
  monitors,
}: Review['meta']): string {
  const known = settings_known === monitors ? 'all' : `${formatInteger(settings_known)} of`;
  const outdated =
    settings_outdated === 0
      ? ''
      : `, of ${formatInteger(settings_outdated)} only as they were before an edit`;
  return `Settings known for ${known} ${monitorsMessage(monitors)}${outdated}.`;
}

/** Which rules the operator has switched off; null: none. */
function offMessage({ rules_off: titles }: Review['meta']): string | null {
  if (titles.length === 0) return null;
  const count = titles.length === 1 ? '1 rule is' : `${titles.length} rules are`;
  return `${count} switched off by the views file: ${titles.join(' · ')}.`;
}

/** Each rule of them says what it does not know. */
export function quietMessage(rules: readonly ReviewedRule[]): string {
  const count = `${rules.length} ${rules.length === 1 ? 'rule names' : 'rules name'} no monitor`;
  return rules.some(({ unknown }) => unknown > 0) ? `${count}, as far as known` : `All well: ${count}`;
}
