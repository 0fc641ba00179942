'use client';

import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Age } from '@/components/ui/instant';

/** When these rows were read from the API, how often they are read, and a way to ask now. */
export function AsOf(props: { iso: string; everySeconds: number; busy: boolean; onRefresh: () => void }) {
  const { iso, everySeconds, busy, onRefresh } = props;
  return (
    <Button onClick={onRefresh} title="Refresh" aria-busy={busy}>
      {/* Not a label in place of the words: who speaks to the screen says what can be read on it. */}
      <span className="sr-only">Refresh, </span>
      <RefreshCw aria-hidden className={busy ? 'motion-safe:animate-spin' : ''} />
      <span className="min-w-[84px] text-left">
        as of{' '}
        <span className="font-medium text-ink">
          <Age iso={iso} />
        </span>{' '}
        ago
      </span>
      <span className="text-ink-3 max-lg:hidden">every {everySeconds} s</span>
    </Button>
  );
}
