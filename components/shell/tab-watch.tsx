'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { useAnswer } from '@/components/answers/use-answer';
import { useRefreshChoice } from '@/components/refresh/use-refresh-choice';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { useInventory } from './use-inventory';

/** The smallest question whose answer tells how many are down. Its order makes it one that never goes upstream. */
const least = serializeInventoryQuery({
  page: 1,
  per_page: 1,
  sort: 'attention',
  order: 'asc',
  facets: false,
});

/**
 * Keeps the number in the tab true where no list does it: on other pages, and in a tab that lies behind others, which
 * is where it is looked at. And draws the tab's icon: a red dot while anything is down.
 */
export function TabWatch() {
  const onList = usePathname() === '/monitors';
  const hidden = useHidden();
  const [choice] = useRefreshChoice();
  const { lists } = useAnswers();
  useAnswer(lists, least, { enabled: !onList || hidden, hidden: true });
  const told = useRef(choice);
  useEffect(() => {
    if (told.current === choice) return;
    told.current = choice;
    // The server learns of a pause by the next request: asked now, it does not go on reading for who has paused.
    lists.wake(0);
  }, [lists, choice]);
  const down = (useInventory()?.down ?? 0) > 0;
  return <link rel="icon" type="image/svg+xml" sizes="any" href={down ? '/icon-down.svg' : '/icon.svg'} />;
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the tab is out of sight. */
function useHidden(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'hidden',
    () => false,
  );
}
