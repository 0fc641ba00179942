'use client';

import { Monitor, Moon, Sun } from 'lucide';
import { Icon } from '@/components/ui/icon';
import { createSource } from '@/components/ui/lazy-parts';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { usePreferences } from '@/components/ui/preferences';
import { headerButton } from './header-button';

const source = createSource(() => import('./appearance-panel'));
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Theme and time zone, kept in this browser. */
export function AppearanceMenu() {
  const [{ theme }] = usePreferences();
  const icon = icons[theme];
  return (
    <LazyPopup
      popup="menu"
      source={source}
      trigger={{
        className: `${headerButton} w-[26px]`,
        'aria-label': 'Appearance',
        title: 'Appearance',
        children: <Icon of={icon} className="size-3.5" />,
      }}
    >
      {({ AppearancePanel }) => <AppearancePanel />}
    </LazyPopup>
  );
}
