'use client';

import { useSyncExternalStore } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import type { MonitorList } from '@/lib/contract/answers';
import { newestInventory } from './down-mark';

/** What is known of the whole inventory, from whichever list answer is the newest; null before the first. */
export function useInventory(): MonitorList['meta']['inventory'] | null {
  const { lists } = useAnswers();
  const read = () => newestInventory(lists.all().map(({ meta }) => meta));
  return useSyncExternalStore(lists.subscribe, read, read);
}
