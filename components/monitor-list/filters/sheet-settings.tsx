import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { hasOneDirection, sortLabels } from '@/components/monitor/sort-labels';
import { useInventoryAsOf } from '@/components/monitor/use-inventory-status';
import {
  actualIntervalMessage,
  nextMessage,
  priceMessage,
  reserveMessage,
} from '@/components/refresh-interval/actual-interval-message';
import { intervalLabel } from '@/components/refresh-interval/interval-labels';
import { useRefreshInterval } from '@/components/refresh-interval/use-refresh-interval';
import { useNow } from '@/components/ui/clock';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { defaultOrderOf, inventorySorts } from '@/lib/contract/inventory-sorts';
import { refreshIntervals } from '@/lib/contract/refresh-interval';
import { pageSizes } from '../page-sizes';
import type { MonitorsUrlState } from '../use-monitors-url';

export function SheetSettings({ urlState }: { urlState: MonitorsUrlState }) {
  const { sort, order, per_page } = urlState.query;
  const [choice, setChoice] = useRefreshInterval();
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const now = useNow();
  const asOf = useInventoryAsOf();
  // Sorting by relevance needs a search.
  const sorts = inventorySorts.filter((key) => key !== 'relevance' || key === sort || urlState.url.q !== '');
  const sizes = [...new Set([...pageSizes, per_page])].sort((a, b) => a - b);
  return (
    <div className="flex flex-col gap-2 border-line border-b px-2 py-3">
      <Setting
        label="Sort by"
        value={sort}
        options={sorts.map((key) => [key, sortLabels[key]])}
        onValue={(value) => urlState.change({ sort: value, order: null })}
      />
      {hasOneDirection(sort) && order === defaultOrderOf(sort) ? null : (
        <Setting
          label="Order"
          value={order}
          options={[
            ['asc', 'Ascending'],
            ['desc', 'Descending'],
          ]}
          onValue={(value) => urlState.change({ sort, order: value })}
        />
      )}
      <Setting
        label="Rows per page"
        value={per_page}
        options={sizes.map((size) => [size, `${size} monitors`])}
        onValue={urlState.setPerPage}
      />
      <Setting
        label="Refresh"
        value={choice}
        options={refreshIntervals.map((option) => [option, intervalLabel(option)])}
        onValue={setChoice}
      />
      {usage ? (
        <div className="flex flex-col gap-1 text-right text-ink-2 text-xs">
          <p>{priceMessage(choice, usage)}</p>
          <p>{actualIntervalMessage(usage, now)}</p>
          <p className="empty:hidden">{nextMessage(usage, asOf, now)}</p>
          <p>{reserveMessage(usage.refresh.reserve)}</p>
        </div>
      ) : null}
    </div>
  );
}

function Setting<Value extends string | number>(props: {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onValue: (value: Value) => void;
}) {
  const { label, value, options, onValue } = props;
  const id = useId();
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const [chosen] = options[event.target.selectedIndex] ?? [];
          if (chosen !== undefined) onValue(chosen);
        }}
        className="h-11 rounded-md border border-line-strong bg-surface px-2 text-ink"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
