import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { wallQuery, wallSearch } from '@/lib/client/wall-query';
import type { Change } from '@/lib/contract/changes';
import { WALL_CHANGES_MAX } from '@/lib/contract/wall';
import { notificationMessage } from './notification-message';
import { newOutages, parseState, storedState } from './notifier';

/**
 * Polls the last changes of a view, which the answer for its wall has, and shows the browser's notifications.
 *
 * @param props.search the search of the view
 */
export function ViewNotifier({ search }: { search: string }) {
  const router = useRouter();
  const context = useRequestContext();
  const timeZone = useTimeZone();
  const query = wallQuery(wallSearch(new URLSearchParams(search)), context);
  const { data, dataUpdatedAt } = useQuery(query);
  /** When this page received its first response, epoch milliseconds. */
  const openedAt = useRef<number | null>(null);
  const look = useEffectEvent((changes: readonly Change[], now: number) => {
    openedAt.current ??= now;
    const known = parseState(storedState.read(), openedAt.current);
    const { state, batch } = newOutages(changes, WALL_CHANGES_MAX, known, now);
    storedState.write(JSON.stringify(state));
    if (batch === null) return;
    const { title, ...texts } = notificationMessage(batch, timeZone);
    // Two tabs can notify at the same moment; the same tag replaces the notification of the other one.
    const notification = new Notification(title, { ...texts, tag: `change ${batch.changes[0]?.id}` });
    notification.onclick = () => {
      window.focus();
      router.push('/changes');
      notification.close();
    };
  });
  const changes = data?.body.data.changes;
  useEffect(() => {
    if (changes) look(changes, dataUpdatedAt);
  }, [changes, dataUpdatedAt]);
  return null;
}
