import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { latestOutagesQuery } from '@/lib/client/history-queries';
import type { Change } from '@/lib/contract/changes';
import { lastNotification } from './last-notification';
import { monitorsInView } from './monitors-in-view';
import { notificationMessage } from './notification-message';
import { type ChangeBatch, createNotifier, type Notifier } from './notifier';

/** Polls the latest outages and shows the browser's notifications. Of several tabs one does. @param props.search of the view */
export function ViewNotifier({ search }: { search: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const context = useRequestContext();
  const timeZone = useTimeZone();
  const isNotifyingTab = useIsNotifyingTab();
  const { data } = useQuery({
    ...latestOutagesQuery(context),
    refetchIntervalInBackground: true,
  });
  const belongs = useEffectEvent(async (changes: readonly Change[]) => {
    const monitors = changes.map(({ monitor }) => monitor);
    const members = await monitorsInView(client, search, monitors, context);
    return changes.filter(({ monitor }) => members.has(monitor.monitor_uuid));
  });
  const show = useEffectEvent((batch: ChangeBatch) => {
    const { title, ...texts } = notificationMessage(batch, timeZone);
    // Without locks or storage each tab notifies; the same tag replaces the notification of another one.
    const notification = new Notification(title, { ...texts, tag: `change ${batch.changes[0]?.id}` });
    notification.onclick = () => {
      window.focus();
      router.push('/changes');
      notification.close();
    };
  });
  const [notifier, setNotifier] = useState<Notifier | null>(null);
  useEffect(() => {
    const created = createNotifier({
      belongs: (changes) => belongs(changes),
      show: (batch) => show(batch),
      lastNotification,
      now: () => Date.now(),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    setNotifier(created);
    return () => created.stop();
  }, []);
  useEffect(() => {
    if (isNotifyingTab) notifier?.activate();
  }, [notifier, isNotifyingTab]);
  const body = data?.body;
  useEffect(() => {
    if (body) notifier?.receive(body);
  }, [notifier, body]);
  return null;
}

const LOCK = 'sightline.notifications';

/**
 * Whether this tab is the one of several that notifies: the first that asked for the lock of all tabs, and after it is
 * closed the next. Browsers without locks treat each tab as the only one.
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
