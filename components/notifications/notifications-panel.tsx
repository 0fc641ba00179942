import { useId, useState } from 'react';
import { parseSavedViews } from '@/components/monitor-list/saved-views/saved-views';
import { storedViews } from '@/components/monitor-list/saved-views/use-saved-views';
import { useTeamViews } from '@/components/monitor-list/saved-views/use-team-views';
import { notStoredMessage } from '@/components/ui/not-stored';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { useIsStored, useStoredText } from '@/components/ui/stored-text';
import { Switch } from '@/components/ui/switch';
import {
  chooseNotifications,
  type NotificationChoice,
  storedChoice,
  useNotificationChoice,
} from './notification-choice';

/** Why this browser shows no notifications. */
const problems = {
  unsupported: 'This browser shows notifications only over HTTPS, or not at all.',
  denied: 'Notifications are blocked for this site in the browser’s settings.',
  dismissed: 'The browser asked for permission and got no answer. Turn the switch on to be asked again.',
} as const;
type NotificationProblem = keyof typeof problems;

const everything: NotificationChoice = { name: null, search: '' };

/** The settings of notifications: on or off, and of which saved view. */
export function NotificationsPanel({ trigger }: { trigger: TriggerProps }) {
  return (
    <PopoverFrame trigger={trigger} title="Notifications" align="end" className="w-80 p-4">
      {() => <NotificationSettings />}
    </PopoverFrame>
  );
}

function NotificationSettings() {
  const choice = useNotificationChoice();
  const own = parseSavedViews(useStoredText(storedViews));
  const team = useTeamViews().views.filter(({ search }) => own.every((view) => view.search !== search));
  const views = [...team, ...own];
  const [problem, setProblem] = useState<NotificationProblem | null>(problemOfBrowser);
  const [selected, setSelected] = useState(choice ?? everything);
  const isStored = useIsStored(storedChoice);
  const id = useId();
  // The chosen view may have been renamed or deleted since.
  const others =
    views.some(({ search }) => search === selected.search) || selected.name === null ? [] : [selected];
  const options = [everything, ...others, ...views];
  const select = (search: string) => {
    const option = options.find((one) => one.search === search) ?? everything;
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
        {problem ? problems[problem] : isStored ? '' : notStoredMessage}
      </p>
    </div>
  );
}

/** What is known without asking the user; null: nothing prevents notifications. */
function problemOfBrowser(): NotificationProblem | null {
  if (!('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Asks the user for permission, if necessary, and shows a first notification. @returns null: notifications are shown */
async function allowNotifications(): Promise<NotificationProblem | null> {
  if (!('Notification' in window)) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'dismissed';
  try {
    const body = 'Sightline tells you of outages here.';
    new Notification('Notifications are on', { body, tag: 'sightline' });
    return null;
  } catch {
    // Phones show notifications only of installed apps.
    return 'unsupported';
  }
}
