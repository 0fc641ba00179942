'use client';

import { Check, Clock, Globe, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useLook } from '@/components/ui/look';
import { Menu } from '@/components/ui/menu';
import { useHydrated } from '@/components/ui/use-hydrated';
import { type Theme, themeSchema } from '@/lib/contract/theme';
import { headerButton } from './header-button';
import { chooseTheme, useTheme } from './theme';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** Theme and time zone, kept in this browser. @param initialTheme as the server read it from the cookie */
export function AppearanceMenu({ initialTheme }: { initialTheme: Theme }) {
  const theme = useTheme(initialTheme);
  const [{ zone }, changeLook] = useLook();
  const ownZone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : '';
  // The menu opens within the header, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  const Icon = themes.find((choice) => choice.value === theme)?.icon ?? Monitor;
  return (
    <Menu.Root>
      <Menu.Trigger aria-label="Appearance" title="Appearance" className={`${headerButton} w-[26px]`}>
        <Icon aria-hidden className="size-3.5" />
      </Menu.Trigger>
      <div ref={home} className="contents" />
      <Menu.Portal container={home}>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Menu.Popup className="min-w-52 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            <Menu.RadioGroup value={theme} onValueChange={(value) => chooseTheme(themeSchema.parse(value))}>
              <Heading>Theme</Heading>
              {themes.map(({ value, label, icon }) => (
                <Choice key={value} value={value} icon={icon}>
                  {label}
                </Choice>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.RadioGroup
              value={zone}
              onValueChange={(value) => changeLook({ zone: value === 'utc' ? 'utc' : 'local' })}
            >
              <Heading>Times</Heading>
              <Choice value="local" icon={Clock}>
                Local <span className="text-ink-3">{ownZone}</span>
              </Choice>
              <Choice value="utc" icon={Globe}>
                UTC
              </Choice>
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <Menu.GroupLabel className="px-2 pt-1 pb-0.5 font-medium text-ink-3 text-xs">{children}</Menu.GroupLabel>
  );
}

function Choice({ value, icon: Icon, children }: { value: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <Menu.RadioItem
      value={value}
      closeOnClick
      className="flex h-7 cursor-default select-none items-center gap-2 whitespace-nowrap rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink"
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="flex-1">{children}</span>
      <Menu.RadioItemIndicator>
        <Check aria-hidden className="size-3.5" />
      </Menu.RadioItemIndicator>
    </Menu.RadioItem>
  );
}
