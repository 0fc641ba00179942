import { useId, useState } from 'react';
import { useStoredViews } from '@/components/monitor-list/saved-views/saved-views';
import { useTeamViews } from '@/components/monitor-list/saved-views/team-views';
import { notStoredMessage } from '@/components/ui/not-stored';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { useIsStored } from '@/components/ui/stored-text';
import { Switch } from '@/components/ui/switch';
import { allMonitors, chooseNotifications, storedChoice, useNotificationChoice } from './notification-choice';
import {
  allowNotifications,
  type NotificationProblem,
  notificationProblems,
  problemOfBrowser,
} from './notification-permission';

/** The settings of notifications: on or off, and the saved view that they are about. */
export function NotificationsPanel({ trigger }: { trigger: TriggerProps }) {
  return (
    <PopoverFrame trigger={trigger} title="Notifications" align="end" className="w-80 p-4">
      {() => <NotificationSettings />}
    </PopoverFrame>
  );
}

function NotificationSettings() {
  const choice = useNotificationChoice();
  const own = useStoredViews();
  const team = useTeamViews().views.filter(({ search }) => own.every((view) => view.search !== search));
  const views = [...team, ...own];
  const [problem, setProblem] = useState<NotificationProblem | null>(problemOfBrowser);
  const [selected, setSelected] = useState(choice ?? allMonitors);
  const isStored = useIsStored(storedChoice);
  const id = useId();
  // The chosen view may have been renamed or deleted since.
  const others =
    views.some(({ search }) => search === selected.search) || selected.name === null ? [] : [selected];
  const options = [allMonitors, ...others, ...views];
  const select = (search: string) => {
    const option = options.find((one) => one.search === search) ?? allMonitors;
    setSelected(option);
    if (choice !== null) chooseNotifications(option);
  };
  const turn = async (on: boolean) => {
    if (!on) return chooseNotifications(null);
    const found = await allowNotifications();
    setProblem(found);
    if (found === null) chooseNotifications(selected);
  };
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Notify me of outages"
        hint="When monitors go down or recover, while Sightline is open in a tab. At most one notification a minute."
        checked={choice !== null}
        onChange={turn}
      />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2">
        <label htmlFor={id} className="text-ink-2">
          Monitors
        </label>
        <select
          id={id}
          value={selected.search}
          onChange={(event) => select(event.target.value)}
          className="h-[30px] min-w-0 rounded-md border border-line-strong bg-surface px-2 text-ink max-sm:h-11"
        >
          {options.map(({ name, search }) => (
            <option key={search} value={search}>
              {name ?? 'All monitors'}
            </option>
          ))}
        </select>
      </div>
      {views.length === 0 ? (
        <p className="text-ink-3 text-xs">Views saved in the monitor list can be chosen here.</p>
      ) : null}
      <p role="status" className="text-ink-2 text-xs empty:hidden">
        {problem ? notificationProblems[problem] : isStored ? '' : notStoredMessage}
      </p>
    </div>
  );
}
