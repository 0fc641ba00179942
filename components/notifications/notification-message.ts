import { groupVerbs } from '@/components/changes/change-labels';
import { foldChanges } from '@/components/changes/fold-changes';
import { foldedMessage } from '@/components/changes/fold-messages';
import { visibleName } from '@/components/monitor/monitor-names';
import { isolated } from '@/components/ui/isolated';
import type { Change } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/format';

/** Lines of a notification; browsers cut off more. */
const MAX_LINES = 4;

/**
 * The texts of a notification.
 *
 * @param changes only `down` and `recovered`, the newest first; at least one
 * @param timeZone the result of `useTimeZone`
 */
export function notificationMessage(
  changes: readonly Change[],
  timeZone: string | undefined,
): { title: string; body: string } {
  const lines = foldChanges(changes).map((entry) =>
    entry.common === null ? lineOf(entry.changes[0]) : foldedMessage(entry, timeZone),
  );
  const [only, ...others] = lines;
  if (only !== undefined && others.length === 0) {
    const [{ monitor } = { monitor: null }] = changes.length === 1 ? changes : [];
    return { title: only, body: monitor?.target ?? '' };
  }
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  const parts = (['down', 'recovered'] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => `${formatInteger(count(kind))} ${groupVerbs[kind]}`);
  const shown = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines;
  const rest = lines.length - shown.length;
  return {
    title: parts.join(', '),
    body: [...shown, ...(rest > 0 ? [`and ${formatInteger(rest)} more`] : [])].join('\n'),
  };
}

function lineOf({ kind, monitor }: Change): string {
  return `${isolated(visibleName(monitor.name) ?? monitor.target)} ${groupVerbs[kind]}`;
}
