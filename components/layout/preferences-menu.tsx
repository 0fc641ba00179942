'use client';

import { Menu } from 'lucide-react';
import { headerButtonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';

const loadPanel = () => import('./preferences-panel').then((file) => file.PreferencesPanel);

/**
 * The header button of the menu: the pages that are not in the navigation, theme, density and time zone. The menu is loaded
 * lazily.
 */
export function PreferencesMenu() {
  return (
    <PopupButton
      kind="menu"
      load={loadPanel}
      panel={{}}
      className={`${headerButtonClass} w-[26px]`}
      aria-label="More pages and preferences"
      title="Usage, theme, density, time zone"
    >
      <Menu className="size-3.5" />
    </PopupButton>
  );
}
