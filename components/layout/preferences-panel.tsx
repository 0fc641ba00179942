import { Menu } from '@base-ui/react/menu';
import { Check, Clock, Globe, Monitor, Moon, Rows3, Rows4, Sun } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from '@/components/ui/link';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { usePreferences } from '@/components/ui/preferences';
import { pages } from './main-nav';

const choices = [
  {
    name: 'Theme',
    preference: 'theme',
    options: [
      { value: 'system', label: 'System', icon: Monitor },
      { value: 'light', label: 'Light', icon: Sun },
      { value: 'dark', label: 'Dark', icon: Moon },
    ],
  },
  {
    name: 'Density',
    preference: 'density',
    options: [
      { value: 'compact', label: 'Compact', icon: Rows4 },
      { value: 'comfortable', label: 'Comfortable', icon: Rows3 },
    ],
  },
  {
    name: 'Time zone',
    preference: 'zone',
    options: [
      { value: 'local', label: 'Local', icon: Clock },
      { value: 'utc', label: 'UTC', icon: Globe },
    ],
  },
] as const;

const item =
  'flex h-7 max-sm:h-11 pointer-coarse:h-11 cursor-default select-none items-center gap-2 whitespace-nowrap rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

/** Links to the pages that are not in the navigation of a window of this width, and the preferences: theme, density and time zone. */
export function PreferencesPanel({ trigger }: { trigger: TriggerProps }) {
  const [preferences, changePreferences] = usePreferences();
  const links = pages.filter(({ place }) => place !== 'always');
  return (
    <MenuFrame trigger={trigger} className="min-w-52">
      {links.map(({ path, label, place, icon: Icon }) => (
        <Menu.LinkItem
          key={path}
          render={<Link href={path} />}
          closeOnClick
          // A wide window has them in the navigation. The arrow keys skip what is not displayed.
          className={`${item} ${place === 'wide' ? 'lg:hidden' : ''}`}
        >
          <Icon className="size-3.5 shrink-0" />
          {label}
        </Menu.LinkItem>
      ))}
      {choices.map(({ name, preference, options }) => (
        <Fragment key={name}>
          <Menu.Separator className="my-1 h-px bg-line" />
          <Menu.RadioGroup
            value={preferences[preference]}
            onValueChange={(value) => changePreferences({ [preference]: value })}
          >
            <Menu.GroupLabel className="px-2 pt-1 pb-0.5 font-medium text-ink-3 text-xs">
              {name}
            </Menu.GroupLabel>
            {options.map(({ value, label, icon: Icon }) => (
              <Menu.RadioItem key={value} value={value} closeOnClick className={item}>
                <Icon className="size-3.5 shrink-0" />
                <span className="flex-1">
                  {label}{' '}
                  {value === 'local' ? (
                    <span className="text-ink-3">{Intl.DateTimeFormat().resolvedOptions().timeZone}</span>
                  ) : null}
                </span>
                <Menu.RadioItemIndicator>
                  <Check className="size-3.5" />
                </Menu.RadioItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Fragment>
      ))}
    </MenuFrame>
  );
}
