'use client';

import { useEffect, useState } from 'react';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { addressParts } from '../address';

/** How long it is said that something was copied, milliseconds. */
const SAID_MS = 3000;

/** Copies what a monitor checks, and gives the words to say so; null when there is nothing to say. */
export function useCopyTarget() {
  const [said, setSaid] = useState<{ words: string } | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (monitor: ListedMonitor) => {
    const address = addressParts(monitor).join('');
    try {
      await navigator.clipboard.writeText(address);
      setSaid({ words: `Copied ${address}` });
    } catch {
      setSaid({ words: 'Copying was refused by the browser' });
    }
  };
  return { words: said?.words ?? null, copy };
}
