'use client';

import { Columns3 } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { createSource } from '@/components/ui/lazy-parts';
import { LazyPopup } from '@/components/ui/lazy-popup';
import type { ColumnsPanelProps } from './columns-panel';

const source = createSource(() => import('./columns-panel'));

export function ColumnsMenu(props: ColumnsPanelProps) {
  return (
    <LazyPopup
      popup="menu"
      source={source}
      trigger={{
        className: `${buttonClass('outline', true)} max-sm:hidden`,
        'aria-label': 'Columns',
        title: 'Columns and row height',
        children: <Columns3 aria-hidden />,
      }}
    >
      {({ ColumnsPanel }) => <ColumnsPanel {...props} />}
    </LazyPopup>
  );
}
