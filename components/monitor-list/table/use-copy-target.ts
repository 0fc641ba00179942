import { addressParts } from '@/components/monitor/target-parts';
import { useCopy } from '@/components/ui/use-copy';
import type { ListedMonitor } from '@/lib/contract/monitor';

/** How long it is said that something was copied, milliseconds. */
const SAID_MS = 3000;

/** Copies what a monitor checks, and gives the words to say so; null when there is nothing to say. */
export function useCopyTarget() {
  const { outcome, copy } = useCopy<string>(SAID_MS);
  const words =
    outcome?.result === 'failed' ? 'Copying was refused by the browser' : `Copied ${outcome?.what}`;
  return {
    words: outcome === null ? null : words,
    copy: (monitor: ListedMonitor) => {
      const address = addressParts(monitor).join('');
      return copy(address, address);
    },
  };
}
