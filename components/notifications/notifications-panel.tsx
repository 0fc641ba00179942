import { useId, useState } from 'react';
import { useStoredViews } from '@/components/monitor-list/saved-views/saved-views';
import { useTeamViews } from '@/components/monitor-list/saved-views/team-views';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { notStoredMessage, useIsStored } from '@/components/ui/stored-text';
import { Switch } from '@/components/ui/switch';
import { type NotificationChoice, storedChoice, useNotificationChoice } from './notification-choice';

const allMonitors: NotificationChoice = { name: null, search: '' };

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
  const [problem, setProblem] = useState(problemOfBrowser);
  const isStored = useIsStored(storedChoice);
  const id = useId();
  // The chosen view may have been renamed or deleted since.
  const isKnown = choice === null || [allMonitors, ...views].some(({ search }) => search === choice.search);
  const options = [allMonitors, ...(isKnown ? [] : [choice]), ...views];
  const choose = (chosen: NotificationChoice | null) => storedChoice.write(JSON.stringify(chosen));
  const turn = async (on: boolean) => {
    const found = on ? await allowNotifications() : null;
    setProblem(found);
    if (found === null) choose(on ? allMonitors : null);
  };
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Notify me of outages"
        hint="When monitors go down or recover, while Sightline is open in a tab. At most one notification a minute."
        checked={choice !== null}
        onChange={turn}
      />
      {choice === null ? null : (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2">
          <label htmlFor={id} className="text-ink-2">
            Monitors
          </label>
          <select
            id={id}
            value={choice.search}
            onChange={({ target }) =>
              choose(options.find(({ search }) => search === target.value) ?? allMonitors)
            }
            className="h-[30px] min-w-0 rounded-md border border-line-strong bg-surface px-2 text-ink max-sm:h-11"
          >
            {options.map(({ name, search }) => (
              <option key={search} value={search}>
                {name ?? 'All monitors'}
              </option>
            ))}
          </select>
        </div>
      )}
      {views.length > 0 ? null : (
        <p className="text-ink-3 text-xs">Views saved in the monitor list can be chosen here.</p>
      )}
      <p role="status" className="text-ink-2 text-xs empty:hidden">
        {problem ?? (isStored ? '' : notStoredMessage)}
      </p>
    </div>
  );
}

const unsupported = 'This browser shows notifications only over HTTPS, or not at all.';
const denied = 'Notifications are blocked for this site in the browser’s settings.';

/** Why this browser shows no notifications, as far as known without asking the user; null: nothing prevents them. */
function problemOfBrowser(): string | null {
  if (!('Notification' in window)) return unsupported;
  return Notification.permission === 'denied' ? denied : null;
}

/** Asks the user for permission, if necessary, and shows a first notification. @returns null, or why none are shown */
async function allowNotifications(): Promise<string | null> {
  if (!('Notification' in window)) return unsupported;
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return denied;
  if (permission !== 'granted')
    return 'The browser asked for permission and got no answer. Turn them on to be asked again.';
  try {
    const body = 'Sightline tells you of outages here.';
    new Notification('Notifications are on', { body, tag: 'sightline' });
    return null;
  } catch {
    // Phones show notifications only of installed apps.
    return unsupported;
  }
}
