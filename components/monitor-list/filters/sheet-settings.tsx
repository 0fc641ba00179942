import { useId } from 'react';
import { hasOneDirection, sortLabels } from '@/components/monitor/sort-labels';
import { useRefreshFacts } from '@/components/refresh/refresh-button';
import { costMessage, nextReadingMessage } from '@/components/refresh/refresh-messages';
import { useNow } from '@/components/ui/clock';
import { usePreferences } from '@/components/ui/preferences';
import { defaultOrderOf, inventorySorts } from '@/lib/contract/inventory-sorts';
import { pageSizes } from '../page-sizes';
import type { FilterSheetProps } from './filter-sheet';

export function SheetSettings({ urlState, list }: FilterSheetProps) {
  const { sort, order, per_page } = urlState.query;
  const [, changePreferences] = usePreferences();
  const facts = useRefreshFacts(list.meta);
  const now = useNow();
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
        label="Auto-refresh"
        value={facts.isPaused ? 'paused' : 'on'}
        options={[
          ['on', 'On'],
          ['paused', 'Paused'],
        ]}
        onValue={(value) => changePreferences({ isPaused: value === 'paused' })}
      />
      <p className="text-right text-ink-2 text-xs">
        {nextReadingMessage(facts, now)} {facts.usage ? costMessage(facts.usage) : null}
      </p>
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
