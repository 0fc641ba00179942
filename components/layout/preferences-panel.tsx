import { Menu } from '@base-ui/react/menu';
import {
  CalendarDays,
  Check,
  ClipboardCheck,
  Clock,
  Globe,
  ListChecks,
  Monitor,
  Moon,
  Rows3,
  Rows4,
  Sun,
  Tv,
} from 'lucide-react';
import type { Route } from 'next';
import { usePathname, useSearchParams } from 'next/navigation';
import { Fragment } from 'react';
import { searchOfFilters } from '@/components/command-palette/palette-items';
import { Link } from '@/components/ui/link';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { usePreferences } from '@/components/ui/preferences';

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

/** `takesFilters`: the page is that of the shown list. */
const links = [
  { path: '/review', label: 'Review', icon: ClipboardCheck, takesFilters: false },
  { path: '/report', label: 'Report', icon: CalendarDays, takesFilters: true },
  { path: '/wall', label: 'Wall', icon: Tv, takesFilters: true },
  { path: '/coverage', label: 'Coverage', icon: ListChecks, takesFilters: false },
] as const;

const item =
  'flex h-7 cursor-default select-none items-center gap-2 whitespace-nowrap rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

/** The menu of the preferences: theme, density and time zone, and links to the pages that narrow windows have no room for. */
export function PreferencesPanel({ trigger }: { trigger: TriggerProps }) {
  const [preferences, changePreferences] = usePreferences();
  const isAtList = usePathname() === '/monitors';
  const shown = useSearchParams().toString();
  // As in the command palette, the report and the wall are of the monitors that are shown.
  const filters = isAtList ? searchOfFilters(shown) : '';
  return (
    <MenuFrame trigger={trigger} className="min-w-52">
      {choices.map(({ name, preference, options }, place) => (
        <Fragment key={name}>
          {place === 0 ? null : <Menu.Separator className="my-1 h-px bg-line" />}
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
      <Menu.Separator className="my-1 h-px bg-line" />
      {links.map(({ path, label, icon: Icon, takesFilters }) => (
        <Menu.LinkItem
          key={path}
          render={<Link href={`${path}${takesFilters ? filters : ''}` as Route} />}
          closeOnClick
          className={item}
        >
          <Icon className="size-3.5 shrink-0" />
          {label}
        </Menu.LinkItem>
      ))}
    </MenuFrame>
  );
}
