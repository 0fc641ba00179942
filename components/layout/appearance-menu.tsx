'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { headerButtonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { usePreferences } from '@/components/ui/preferences';

const loadPanel = () => import('./appearance-panel').then((file) => file.AppearancePanel);
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Theme and time zone, kept in this browser. */
export function AppearanceMenu() {
  const [{ theme }] = usePreferences();
  const Icon = icons[theme];
  return (
    <LazyPopup
      kind="menu"
      load={loadPanel}
      panel={{}}
      trigger={{
        className: `${headerButtonClass} w-[26px]`,
        'aria-label': 'Appearance',
        title: 'Appearance',
        children: <Icon className="size-3.5" />,
      }}
    />
  );
}
