'use client';

import { LiveRegion } from '@/components/ui/live-region';
import { AccessPanel } from './access-panel';
import { BurnDown } from './burn-down';
import { RefreshCost } from './refresh-cost';
import { ResetsExplained } from './resets-explained';
import { Spending } from './spending';
import { StorageNotice } from './storage-notice';
import { UsageNotice } from './usage-notice';
import { useUsage } from './use-usage';
import { WindowCard } from './window-card';
import { unknownMessage } from './window-messages';

/** What is left of the API's limits, who spends it, and how Sightline gets at the API. */
export function UsageScreen() {
  const { data, error } = useUsage();
  if (!data) return <main className="p-6 text-ink-2">Reading the usage…</main>;
  const unknown = unknownMessage(data);
  const why = (
    <>
      reset time unknown:{' '}
      <a href="#resets" className="underline underline-offset-2 hover:text-ink">
        why
      </a>
    </>
  );
  return (
    <>
      <LiveRegion>
        <UsageNotice data={data} error={error} />
      </LiveRegion>
      <LiveRegion>
        <StorageNotice storage={data.storage} />
      </LiveRegion>
      <main className="mx-auto flex max-w-[1180px] flex-col gap-4 px-6 py-4 max-sm:px-3">
        <h1 className="pt-1 font-semibold text-ink text-xl">Usage</h1>
        <div className="grid gap-4 max-md:gap-3 md:grid-cols-3">
          <WindowCard
            label="This minute"
            counter={data.rate_limit}
            unknown={unknown}
            noReset="the minute seen last is over"
          />
          <WindowCard label="Today" counter={data.daily} unknown={unknown} noReset={why} />
          <WindowCard label="This month" counter={data.monthly} unknown={unknown} noReset={why} />
        </div>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          <BurnDown data={data} />
          <Spending data={data} />
          <RefreshCost data={data} />
          <div id="resets" className="grid min-w-0">
            <ResetsExplained data={data} />
          </div>
        </div>
        <AccessPanel data={data} />
      </main>
    </>
  );
}
