'use client';

import { Menu, Monitor, Moon, Sun } from 'lucide-react';
import { headerButtonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import { usePreferences } from '@/components/ui/preferences';

const loadPanel = () => import('./preferences-panel').then((file) => file.PreferencesPanel);
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/**
 * The header button of the preferences: theme, density and time zone. In narrow windows its menu leads to the pages that the
 * navigation has no room for, and its icon is that of a menu. The menu is loaded lazily.
 */
export function PreferencesMenu() {
  const [{ theme }] = usePreferences();
  const Icon = icons[theme];
  return (
    <PopupButton
      kind="menu"
      load={loadPanel}
      panel={{}}
      className={`${headerButtonClass} w-[26px]`}
      aria-label="Preferences and more pages"
      title="Preferences: theme, density, time zone; report, wall, API documentation"
    >
      <Menu className="size-3.5 xl:hidden" />
      <Icon className="size-3.5 max-xl:hidden" />
    </PopupButton>
  );
}
