import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { latestOutagesQuery } from '@/lib/client/history-queries';
import type { Change, ChangeList } from '@/lib/contract/changes';
import { monitorsInView } from './monitors-in-view';
import { notificationMessage } from './notification-message';
import { type ChangeBatch, notifyOfNew, readState, writeState } from './notifier';

/**
 * Polls the latest outages and shows the browser's notifications. Only one of several tabs does.
 *
 * @param props.search the search of the view
 */
export function ViewNotifier({ search }: { search: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const context = useRequestContext();
  const timeZone = useTimeZone();
  const isNotifyingTab = useIsNotifyingTab();
  const { data, dataUpdatedAt } = useQuery({
    ...latestOutagesQuery(context),
    refetchIntervalInBackground: true,
  });
  const belongs = async (changes: readonly Change[]) => {
    const monitors = changes.map(({ monitor }) => monitor);
    const members = await monitorsInView(client, search, monitors, context);
    return changes.filter(({ monitor }) => members.has(monitor.monitor_uuid));
  };
  const show = (batch: ChangeBatch) => {
    const { title, ...texts } = notificationMessage(batch, timeZone);
    // Without locks or storage each tab notifies; the same tag replaces the notification of another one.
    const notification = new Notification(title, { ...texts, tag: `change ${batch.changes[0]?.id}` });
    notification.onclick = () => {
      window.focus();
      router.push('/changes');
      notification.close();
    };
  };
  /** When this page received its first response, epoch milliseconds. */
  const openedAt = useRef<number | null>(null);
  const look = useEffectEvent(async (list: ChangeList, now: number, signal: AbortSignal) => {
    openedAt.current ??= now;
    if (!isNotifyingTab) return;
    try {
      writeState(await notifyOfNew(list, readState(openedAt.current), { belongs, show, now, signal }));
    } catch {
      // The view could not be read. The next response contains these changes again.
    }
  });
  const body = data?.body;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab that becomes the notifying one checks at once.
  useEffect(() => {
    if (!body) return;
    const ended = new AbortController();
    void look(body, dataUpdatedAt, ended.signal);
    return () => ended.abort();
  }, [body, dataUpdatedAt, isNotifyingTab]);
  return null;
}

const LOCK = 'sightline.notifications';

/**
 * Whether this tab is the one that notifies. The first tab that requests the shared lock does; when it is closed, the
 * next tab does. Browsers without locks treat each tab as the only one.
 */
function useIsNotifyingTab(): boolean {
  const [isHolder, setHolder] = useState(() => !('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return;
    const ended = new AbortController();
    const held = () =>
      new Promise<void>((resolve) => {
        setHolder(true);
        ended.signal.addEventListener('abort', () => resolve());
      });
    // Rejected when the request is aborted before the lock was granted.
    navigator.locks.request(LOCK, { signal: ended.signal }, held).catch(() => undefined);
    return () => {
      setHolder(false);
      ended.abort();
    };
  }, []);
  return isHolder;
}
