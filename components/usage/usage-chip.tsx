'use client';

import { useQuery } from '@tanstack/react-query';
import { Gauge, TriangleAlert } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { formatInteger, formatShare } from '@/lib/format';
import { toneOf } from './tone';

const loadPanel = () => import('./usage-popover').then((file) => file.UsagePopover);
const inks = { neutral: 'text-ink', warning: 'text-overdue', critical: 'text-down' } as const;

/** What is left of the API's limits: two figures in the header, three meters behind them. */
export function UsageChip() {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const pathname = usePathname();
  if (!usage) return null;
  const { rate_limit: minute, daily } = usage;
  const tones = [toneOf(minute), toneOf(daily)];
  const tone = tones.includes('critical') ? 'critical' : tones.includes('warning') ? 'warning' : 'neutral';
  const Icon = tone === 'neutral' ? Gauge : TriangleAlert;
  return (
    <LazyPopup
      // Going to another page closes it.
      key={pathname}
      kind="dialog"
      load={loadPanel}
      panel={{ usage }}
      trigger={{
        className:
          'inline-flex h-[26px] items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-2.5 text-ink-2 text-xs transition-colors duration-100 hover:border-line-strong data-popup-open:border-line-strong',
        children: (
          <>
            <Icon className={`size-3.5 ${tone === 'neutral' ? '' : inks[tone]}`} />
            <span className="sr-only">API requests left: </span>
            {minute.limit === null || minute.remaining === null ? (
              <span>not known yet</span>
            ) : (
              <span>
                {/* As wide as it can ever be, and written from the right: with its digits nothing moves, nor does it. */}
                <b
                  data-most={formatInteger(minute.limit)}
                  className={`inline-grid text-right font-medium before:invisible before:col-start-1 before:row-start-1 before:content-[attr(data-most)] ${inks[toneOf(minute)]}`}
                >
                  <span className="col-start-1 row-start-1 [direction:rtl] [unicode-bidi:plaintext]">
                    {formatInteger(minute.remaining)}
                  </span>
                </b>
                /{formatInteger(minute.limit)}
                <span className="max-md:hidden"> this minute</span>
              </span>
            )}
            {daily.limit === null || daily.remaining === null ? null : (
              <>
                <span className="max-sm:hidden"> · </span>
                <span className="max-sm:hidden">
                  <b className={`font-medium ${inks[toneOf(daily)]}`}>
                    {formatShare(daily.remaining, daily.limit)}
                  </b>
                  <span className="max-md:hidden"> of today</span>
                </span>
              </>
            )}
          </>
        ),
      }}
    />
  );
}
