import { useEffect, useEffectEvent } from 'react';
import { useNow } from '@/components/ui/clock';
import { formatAge } from '@/lib/text/format';

/**
 * A countdown such as "Retrying in 34 s".
 *
 * @param iso the target time;
 * @param onEnd called once when it is reached
 */
export function Countdown({ iso, onEnd }: { iso: string; onEnd?: (() => void) | undefined }) {
  const seconds = Math.ceil((Date.parse(iso) - useNow()) / 1000);
  const isOver = seconds <= 0;
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return isOver ? <span>Retrying now…</span> : <span aria-live="off">Retrying in {formatAge(seconds)}</span>;
}
