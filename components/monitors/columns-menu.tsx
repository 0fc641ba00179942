'use client';

import { Columns3 } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';
import type { ColumnsPanelProps } from './columns-panel';

const loadPanel = () => import('./columns-panel').then((file) => file.ColumnsPanel);

export function ColumnsMenu(props: ColumnsPanelProps) {
  return (
    <LazyPopup
      kind="menu"
      load={loadPanel}
      panel={props}
      trigger={{
        className: `${buttonClass('outline', true)} max-sm:hidden`,
        'aria-label': 'Columns',
        title: 'Columns and row height',
        children: <Columns3 />,
      }}
    />
  );
}
