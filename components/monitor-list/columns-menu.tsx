import { Columns3 } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';

const loadPanel = () => import('./columns-panel').then((file) => file.ColumnsPanel);

export function ColumnsMenu() {
  return (
    <LazyPopup
      kind="menu"
      load={loadPanel}
      panel={{}}
      trigger={{
        className: `${buttonClass('outline', true)} max-sm:hidden`,
        'aria-label': 'Columns',
        title: 'Columns and row height',
        children: <Columns3 />,
      }}
    />
  );
}
