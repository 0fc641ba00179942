import { Autocomplete } from '@base-ui/react/autocomplete';
import { errorTitle } from '@/components/errors/explain-error';
import { failureOf } from '@/components/errors/failure';
import { KeyCaps } from '@/components/ui/key-caps';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';

interface PaletteStatusProps {
  answer: MonitorList | null;
  error: Error | null;
}

/** The status line: the number of matches, as a live region, and a legend of the keys. */
export function PaletteStatus(props: PaletteStatusProps) {
  return (
    <div className="flex min-h-9 shrink-0 items-center justify-between gap-4 border-line border-t px-4 py-1.5 text-ink-2 text-xs">
      <Autocomplete.Status>{statusMessage(props)}</Autocomplete.Status>
      <span
        aria-hidden
        className="flex items-center gap-1 whitespace-nowrap text-ink-3 max-sm:hidden [&>:not(:first-child)]:ml-2"
      >
        <KeyCaps caps={['↑', '↓']} /> choose
        <KeyCaps caps={['Enter']} /> open
        <KeyCaps caps={['Esc']} /> close
      </span>
    </div>
  );
}

function statusMessage({ answer, error }: PaletteStatusProps): string {
  if (error) {
    const failure = failureOf(error);
    return `${failure.place?.message ?? `${errorTitle(failure)}. Search is unavailable`}.`;
  }
  if (answer === null) return 'Loading monitors…';
  const { inventory } = answer.meta;
  const { total } = answer.pagination;
  const found =
    total === 0 ? 'No match.' : `${formatInteger(total)} ${total === 1 ? 'monitor' : 'monitors'}.`;
  if (inventory.state === 'complete') return found;
  const read = `${formatInteger(inventory.read)} of ${formatInteger(inventory.total)}`;
  return `${found} Only ${read} ${inventory.state === 'reading' ? 'have been read so far' : 'could be read'}.`;
}
