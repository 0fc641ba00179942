'use client';

import { Download } from 'lucide';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { createSource } from '@/components/ui/lazy-parts';
import { LazyPopup } from '@/components/ui/lazy-popup';
import type { ExportPanelProps } from './export-panel';

const source = createSource(() => import('./export-panel'));

/** The whole filtered list as a file, in the order that is shown. */
export function ExportMenu(props: ExportPanelProps) {
  return (
    <LazyPopup
      popup="menu"
      source={source}
      trigger={{
        className: `${buttonClass()} max-2xl:w-[30px] max-2xl:px-0 max-sm:hidden`,
        title: 'Export',
        children: (
          <>
            <Icon of={Download} />
            <span className="max-2xl:sr-only">Export</span>
          </>
        ),
      }}
    >
      {({ ExportPanel }) => <ExportPanel {...props} />}
    </LazyPopup>
  );
}
