import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { hasOneDirection, sortLabels } from '@/components/monitor/sort-labels';
import {
  actualIntervalMessage,
  priceMessage,
  reserveMessage,
} from '@/components/refresh-interval/actual-interval-message';
import { intervalLabel } from '@/components/refresh-interval/interval-labels';
import { useNow } from '@/components/ui/clock';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { defaultOrderOf, inventorySorts } from '@/lib/contract/inventory-sorts';
import {
  type RefreshInterval,
  refreshIntervalSchema,
  refreshIntervals,
} from '@/lib/contract/refresh-interval';
import { pageSizes } from '../page-sizes';
import type { MonitorsUrlState } from '../use-monitors-url';

export interface SheetSettingsProps {
  urlState: MonitorsUrlState;
  choice: RefreshInterval;
  onChoice: (choice: RefreshInterval) => void;
}

/** Sort order, page size and refresh interval as native select elements. */
export function SheetSettings({ urlState, choice, onChoice }: SheetSettingsProps) {
  const { sort, per_page } = urlState.url;
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const now = useNow();
  const order = urlState.query.order ?? defaultOrderOf(sort);
  // Sorting by relevance needs a search.
  const sorts = inventorySorts.filter((key) => key !== 'relevance' || key === sort || urlState.url.q !== '');
  const sizes = [...new Set([...pageSizes, urlState.query.per_page])].sort((a, b) => a - b);
  return (
    <div className="flex flex-col gap-2 border-line border-b px-2 py-3">
      <Setting
        label="Sort by"
        value={sort}
        onValue={(value) => {
          const known = inventorySorts.find((candidate) => candidate === value);
          if (known) urlState.change({ sort: known, order: null });
        }}
      >
        {sorts.map((key) => (
          <option key={key} value={key}>
            {sortLabels[key]}
          </option>
        ))}
      </Setting>
      {hasOneDirection(sort) && order === defaultOrderOf(sort) ? null : (
        <Setting
          label="Order"
          value={order}
          onValue={(value) => urlState.change({ sort, order: value === 'desc' ? 'desc' : 'asc' })}
        >
          <option value="asc">Ascending</option>
          <option value="desc">Descending</option>
        </Setting>
      )}
      <Setting
        label="Rows per page"
        value={String(per_page)}
        onValue={(value) => urlState.setPerPage(Number(value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size} monitors
          </option>
        ))}
      </Setting>
      <Setting
        label="Refresh"
        value={choice}
        onValue={(value) => onChoice(refreshIntervalSchema.parse(value))}
      >
        {refreshIntervals.map((option) => (
          <option key={option} value={option}>
            {intervalLabel(option)}
          </option>
        ))}
      </Setting>
      {usage ? (
        <div className="flex flex-col gap-1 text-right text-ink-2 text-xs">
          <p>{priceMessage(choice, usage.refresh.cost, usage.daily.limit)}</p>
          <p>{actualIntervalMessage(usage, now)}</p>
          <p>{reserveMessage(usage.refresh.reserve)}</p>
        </div>
      ) : null}
    </div>
  );
}

interface SettingProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  children: ReactNode;
}

function Setting({ label, value, onValue, children }: SettingProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="h-11 rounded-md border border-line-strong bg-surface px-2 text-ink"
      >
        {children}
      </select>
    </div>
  );
}
