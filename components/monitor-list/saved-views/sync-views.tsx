import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStoredText } from '@/components/ui/stored-text';
import { useRequestContext } from '@/components/ui/use-request-context';
import { fetchJson } from '@/lib/client/fetch-json';
import { loadOwnViewsSchema, ownViewsQuery } from '@/lib/client/views-query';
import type { OwnView, OwnViews, ViewChanges } from '@/lib/contract/own-views';
import { parseSavedViews } from './saved-views';
import { changesBetween, localOf, offerOf, parseSynced, storedSynced } from './synced-views';
import { storedViews } from './use-saved-views';

/** Timeout of a request, milliseconds. Without it, a request that never ends would stop the synchronization. */
const DEADLINE_MS = 30_000;

/**
 * Synchronizes the saved views of a signed-in person with the server. All other parts read and change the browser's store. This
 * one sends its changes, and applies those of other browsers. While the server cannot be reached, changes are sent later.
 */
export function SyncViews({ person }: { person: string }) {
  const context = useRequestContext();
  const client = useQueryClient();
  const options = ownViewsQuery(context);
  const { data, dataUpdatedAt } = useQuery(options);
  const text = useStoredText(storedViews);
  const isSending = useRef(false);

  const agree = (server: readonly OwnView[]) => {
    const views = localOf(server);
    storedViews.write(JSON.stringify(views));
    storedSynced.write(JSON.stringify({ person, views }));
  };
  /** Sends changes. Changes made meanwhile are sent afterwards. */
  const send = async (changes: ViewChanges) => {
    const sent = storedViews.read();
    isSending.current = true;
    // An answer from before the changes must not come after theirs.
    await client.cancelQueries({ queryKey: options.queryKey });
    try {
      const body = await fetchJson<OwnViews>('/api/views/own', loadOwnViewsSchema, context, {
        method: 'POST',
        sent: JSON.stringify(changes),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      client.setQueryData(options.queryKey, body);
      if (storedViews.read() === sent) agree(body.body.data);
      else storedSynced.write(JSON.stringify({ person, views: parseSavedViews(sent) }));
    } catch {
      // Sent again after the next answer of the server.
    } finally {
      isSending.current = false;
    }
  };
  const unsent = () => {
    const synced = parseSynced(storedSynced.read());
    if (synced?.person !== person) return null;
    return changesBetween(synced.views, parseSavedViews(storedViews.read()));
  };

  const onAnswer = useEffectEvent((server: readonly OwnView[]) => {
    if (isSending.current) return;
    const isFirst = parseSynced(storedSynced.read()) === null;
    // Views that another person left in this browser are not offered.
    const changes = isFirst ? offerOf(parseSavedViews(storedViews.read()), server) : unsent();
    if (changes === null) agree(server);
    else void send(changes);
  });
  const onChange = useEffectEvent(() => {
    const changes = isSending.current ? null : unsent();
    if (changes !== null) void send(changes);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer, also an equal one.
  useEffect(() => {
    if (data) onAnswer(data.body.data);
  }, [dataUpdatedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change in this browser.
  useEffect(() => onChange(), [text]);
  return null;
}
