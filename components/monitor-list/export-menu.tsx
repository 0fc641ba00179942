import { Download } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';
import type { ExportPanelProps } from './export-panel';

const loadPanel = () => import('./export-panel').then((file) => file.ExportPanel);

/** The whole filtered list as a file, in the order that is shown. */
export function ExportMenu(props: ExportPanelProps) {
  return (
    <LazyPopup
      kind="menu"
      load={loadPanel}
      panel={props}
      trigger={{
        className: `${buttonClass()} max-2xl:w-[30px] max-2xl:px-0 max-sm:hidden`,
        title: 'Export',
        children: (
          <>
            <Download />
            <span className="max-2xl:sr-only">Export</span>
          </>
        ),
      }}
    />
  );
}
