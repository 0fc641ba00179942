import { groupVerbs } from '@/components/changes/change-messages';
import { foldChanges, foldedMessage } from '@/components/changes/fold-changes';
import { isolated } from '@/components/ui/isolated';
import type { Change } from '@/lib/contract/changes';
import { withBasePath } from '@/lib/text/base-path';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import type { ChangeBatch } from './notifier';

/** Lines of a notification; browsers cut off more. */
const MAX_LINES = 4;

/**
 * The texts of a notification, and the path of its icon.
 *
 * @param batch only `down` and `recovered`; at least one
 * @param timeZone the result of `useTimeZone`
 */
export function notificationMessage({ changes, isCutOff }: ChangeBatch, timeZone: string | undefined) {
  const lines = foldChanges(changes, { hasOlder: isCutOff }).flatMap((entry) =>
    entry.changes.length === 1 ? entry.changes.map(lineOf) : foldedMessage(entry, timeZone),
  );
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  const icon = withBasePath(count('down') > 0 ? '/icon-down.svg' : '/icon.svg');
  const [only, ...others] = lines;
  const isSingle = changes.length === 1;
  // The text of a single change cannot say that there may be more.
  if (only !== undefined && others.length === 0 && !(isSingle && isCutOff)) {
    return { title: only, body: isSingle ? (changes[0]?.monitor.target ?? '') : '', icon };
  }
  const counts = (['down', 'recovered'] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => `${formatInteger(count(kind))} ${groupVerbs[kind]}`);
  const shown = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines;
  const rest = lines.length - shown.length;
  return {
    title: `${isCutOff ? 'At least ' : ''}${counts.join(', ')}`,
    body: [...shown, ...(rest > 0 ? [`and ${formatInteger(rest)} more`] : [])].join('\n'),
    icon,
  };
}

function lineOf({ kind, monitor }: Change): string {
  return `${isolated(visibleName(monitor.name) ?? (monitor.target || monitor.monitor_uuid))} ${groupVerbs[kind]}`;
}
