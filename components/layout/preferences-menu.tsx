'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { headerButtonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import { usePreferences } from '@/components/ui/preferences';

const loadPanel = () => import('./preferences-panel').then((file) => file.PreferencesPanel);
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** The header button of the preferences: theme, density and time zone. The menu is loaded lazily. */
export function PreferencesMenu() {
  const [{ theme }] = usePreferences();
  const Icon = icons[theme];
  return (
    <PopupButton
      kind="menu"
      load={loadPanel}
      panel={{}}
      className={`${headerButtonClass} w-[26px]`}
      aria-label="Preferences"
      title="Preferences: theme, density, time zone; report, wall, API documentation"
    >
      <Icon className="size-3.5" />
    </PopupButton>
  );
}
