import { Menu } from '@base-ui/react/menu';
import { Check, Clock, Globe, type LucideIcon, Monitor, Moon, Rows3, Rows4, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { usePreferences } from '@/components/ui/preferences';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The menu of the preferences: theme, density and time zone. */
export function PreferencesPanel({ trigger }: { trigger: TriggerProps }) {
  const [{ theme, zone, density }, changePreferences] = usePreferences();
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <MenuFrame trigger={trigger} className="min-w-52">
      <Menu.RadioGroup
        value={theme}
        onValueChange={(value) => {
          const choice = themes.find((candidate) => candidate.value === value);
          if (choice) changePreferences({ theme: choice.value });
        }}
      >
        <Heading>Theme</Heading>
        {themes.map(({ value, label, icon }) => (
          <Choice key={value} value={value} icon={icon}>
            {label}
          </Choice>
        ))}
      </Menu.RadioGroup>
      <Menu.Separator className="my-1 h-px bg-line" />
      <Menu.RadioGroup
        value={density}
        onValueChange={(value) =>
          changePreferences({ density: value === 'comfortable' ? 'comfortable' : 'compact' })
        }
      >
        <Heading>Density</Heading>
        <Choice value="compact" icon={Rows4}>
          Compact
        </Choice>
        <Choice value="comfortable" icon={Rows3}>
          Comfortable
        </Choice>
      </Menu.RadioGroup>
      <Menu.Separator className="my-1 h-px bg-line" />
      <Menu.RadioGroup
        value={zone}
        onValueChange={(value) => changePreferences({ zone: value === 'utc' ? 'utc' : 'local' })}
      >
        <Heading>Time zone</Heading>
        <Choice value="local" icon={Clock}>
          Local <span className="text-ink-3">{ownZone}</span>
        </Choice>
        <Choice value="utc" icon={Globe}>
          UTC
        </Choice>
      </Menu.RadioGroup>
    </MenuFrame>
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
      <Icon className="size-3.5 shrink-0" />
      <span className="flex-1">{children}</span>
      <Menu.RadioItemIndicator>
        <Check className="size-3.5" />
      </Menu.RadioItemIndicator>
    </Menu.RadioItem>
  );
}
