'use client';

import { Gauge, TriangleAlert } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useUsage } from '@/components/answers/use-answer';
import { createSource } from '@/components/ui/lazy-parts';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { formatInteger, formatShare } from '@/lib/format';
import { toneOf } from './usage-words';

const source = createSource(() => import('./usage-popover'));
const inks = { calm: 'text-ink', near: 'text-overdue', out: 'text-down' } as const;

/** The digits that a number has fewer than the most it can be, to keep room for: or all before it would move with them. */
function missingDigits(number: number, most: number): string {
  const widest = formatInteger(most);
  return widest.slice(0, Math.max(0, widest.length - formatInteger(number).length));
}

/** What is left of the API's limits: two figures in the header, three meters behind them. */
export function UsageChip() {
  const usage = useUsage().answer?.body.data;
  const pathname = usePathname();
  if (!usage) return null;
  const { rate_limit: minute, daily } = usage;
  const tones = [toneOf(minute), toneOf(daily)];
  const tone = tones.includes('out') ? 'out' : tones.includes('near') ? 'near' : 'calm';
  const Icon = tone === 'calm' ? Gauge : TriangleAlert;
  return (
    <LazyPopup
      // Going to another page closes it.
      key={pathname}
      popup="dialog"
      source={source}
      trigger={{
        className:
          'inline-flex h-[26px] items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-2.5 text-ink-2 text-xs transition-colors duration-100 hover:border-line-strong data-popup-open:border-line-strong',
        children: (
          <>
            <Icon aria-hidden className={`size-3.5 ${tone === 'calm' ? '' : inks[tone]}`} />
            <span className="sr-only">API requests left: </span>
            {minute.limit === null || minute.remaining === null ? (
              <span>not known yet</span>
            ) : (
              <span>
                <b
                  data-room={missingDigits(minute.remaining, minute.limit)}
                  className={`font-medium before:invisible before:content-[attr(data-room)] ${inks[toneOf(minute)]}`}
                >
                  {formatInteger(minute.remaining)}
                </b>
                /{formatInteger(minute.limit)}
                <span className="max-md:hidden"> this minute</span>
              </span>
            )}
            {daily.limit === null || daily.remaining === null ? null : (
              <span className="max-sm:hidden">
                ·{' '}
                <b className={`font-medium ${inks[toneOf(daily)]}`}>
                  {formatShare(daily.remaining, daily.limit)}
                </b>
                <span className="max-md:hidden"> of today</span>
              </span>
            )}
          </>
        ),
      }}
    >
      {({ UsagePopover }) => <UsagePopover usage={usage} />}
    </LazyPopup>
  );
}
