'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { monitorTypes } from '@/lib/contract/monitor';
import type { MonitorsQuery } from '@/lib/contract/monitors-query';

type TypeChoice = NonNullable<MonitorsQuery['type']> | 'all';
type ActiveChoice = NonNullable<MonitorsQuery['is_active']> | 'all';

const typeOptions: readonly { value: TypeChoice; label: string }[] = [
  { value: 'all', label: 'All types' },
  ...monitorTypes.map((type) => ({ value: type, label: type })),
];
const activeOptions: readonly { value: ActiveChoice; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

interface ToolbarProps {
  query: MonitorsQuery;
  onType: (type: NonNullable<MonitorsQuery['type']> | null) => void;
  onActive: (active: NonNullable<MonitorsQuery['is_active']> | null) => void;
  onClear: () => void;
  children?: ReactNode;
}

/** Filters on the left, what concerns the whole list on the right. */
export function Toolbar({ query, onType, onActive, onClear, children }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented<TypeChoice>
        legend="Type"
        name="type"
        value={query.type ?? 'all'}
        options={typeOptions}
        onChange={(value) => onType(value === 'all' ? null : value)}
      />
      <Segmented<ActiveChoice>
        legend="Active"
        name="is_active"
        value={query.is_active ?? 'all'}
        options={activeOptions}
        onChange={(value) => onActive(value === 'all' ? null : value)}
      />
      {query.type || query.is_active ? (
        <Button look="ghost" onClick={onClear}>
          <X aria-hidden />
          Clear
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </div>
  );
}
