import { Columns3 } from 'lucide';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { createSource } from '@/components/ui/lazy-parts';
import { LazyPopup } from '@/components/ui/lazy-popup';

const source = createSource(() => import('./columns-panel'));

export function ColumnsMenu() {
  return (
    <LazyPopup
      popup="menu"
      source={source}
      trigger={{
        className: `${buttonClass('outline', true)} max-sm:hidden`,
        'aria-label': 'Columns',
        title: 'Columns and row height',
        children: <Icon of={Columns3} />,
      }}
    >
      {({ ColumnsPanel }) => <ColumnsPanel />}
    </LazyPopup>
  );
}
