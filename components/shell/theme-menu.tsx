'use client';

import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { useRef, useState } from 'react';
import { Menu } from '@/components/ui/menu';
import { type Theme, themeCookie, themeSchema } from '@/lib/contract/theme';

const choices = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

const YEAR_S = 31_536_000;

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers still in use.
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** System, light or dark, kept in this browser. */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  // The menu opens within the header, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  const Icon = choices.find((choice) => choice.value === theme)?.icon ?? Monitor;
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="Theme"
        title="Theme"
        className="grid size-[26px] shrink-0 place-items-center rounded-md border border-line bg-surface text-ink-2 transition-colors duration-100 hover:border-line-strong hover:text-ink data-popup-open:border-line-strong"
      >
        <Icon aria-hidden className="size-3.5" />
      </Menu.Trigger>
      <div ref={home} className="contents" />
      <Menu.Portal container={home}>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Menu.Popup className="min-w-32 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            <Menu.RadioGroup
              value={theme}
              onValueChange={(value) => {
                const chosen = themeSchema.parse(value);
                setTheme(chosen);
                applyTheme(chosen);
              }}
            >
              {choices.map(({ value, label, icon: ChoiceIcon }) => (
                <Menu.RadioItem
                  key={value}
                  value={value}
                  closeOnClick
                  className="flex h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink"
                >
                  <ChoiceIcon aria-hidden className="size-3.5" />
                  <span className="flex-1">{label}</span>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden className="size-3.5" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
