import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStoredText } from '@/components/ui/stored-text';
import { useRequestContext } from '@/components/ui/use-request-context';
import { fetchJson } from '@/lib/client/fetch-json';
import { loadOwnViewsSchema, ownViewsQuery } from '@/lib/client/views-query';
import type { OwnView, OwnViews, ViewChanges } from '@/lib/contract/own-views';
import { changesBetween, localOf, offerOf, parseKept, storedKept } from './kept-views';
import { parseSavedViews } from './saved-views';
import { storedViews } from './use-saved-views';

/**
 * Keeps the views of a signed-in person on the server. The browser's own store stays what all parts read and change; here its
 * changes are sent, and those of other browsers are taken over. Without the server everything goes on, and is sent later.
 */
export function KeepViews({ person }: { person: string }) {
  const context = useRequestContext();
  const client = useQueryClient();
  const options = ownViewsQuery(context);
  const { data, dataUpdatedAt } = useQuery(options);
  const text = useStoredText(storedViews);
  const isSending = useRef(false);

  const agree = (server: readonly OwnView[]) => {
    const views = localOf(server);
    storedViews.write(JSON.stringify(views));
    storedKept.write(JSON.stringify({ person, views }));
  };
  /** Sends changes. Afterwards those that were made meanwhile are still to be sent. */
  const send = async (changes: ViewChanges) => {
    const sent = storedViews.read();
    isSending.current = true;
    try {
      const body = await fetchJson<OwnViews>('/api/views/own', loadOwnViewsSchema, context, {
        method: 'POST',
        sent: JSON.stringify(changes),
      });
      client.setQueryData(options.queryKey, body);
      if (storedViews.read() === sent) agree(body.body.data);
      else storedKept.write(JSON.stringify({ person, views: parseSavedViews(sent) }));
    } catch {
      // Sent again after the next answer of the server.
    } finally {
      isSending.current = false;
    }
  };
  const unsent = () => {
    const kept = parseKept(storedKept.read());
    if (kept?.person !== person) return null;
    return changesBetween(kept.views, parseSavedViews(storedViews.read()));
  };

  const onAnswer = useEffectEvent((server: readonly OwnView[]) => {
    if (isSending.current) return;
    const isFirst = parseKept(storedKept.read()) === null;
    // What another person has left in this browser is not offered.
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
