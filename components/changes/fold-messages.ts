import { isolated } from '@/components/ui/isolated';
import type { Change } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/text/format';
import { groupVerbs, unlistedSetting } from './change-labels';
import { editsOf, intervalPhrase } from './change-messages';
import type { FoldedEntry } from './fold-changes';

/**
 * "38 https monitors in fra1 went down between 14:01 and 14:02", "At least 100 monitors were edited at 14:02: Interval 60 s →
 * 30 s".
 *
 * @param timeZone the result of `useTimeZone`
 */
export function foldedMessage(
  { changes, common, isCutOff }: FoldedEntry,
  timeZone: string | undefined,
): string {
  const [first] = changes;
  if (first === undefined) return '';
  const { type, region, host, fields } = common;
  const what = `${isCutOff ? 'At least ' : ''}${formatInteger(changes.length)} ${type === null ? '' : `${isolated(type)} `}monitors`;
  const where = `${host === null ? '' : ` of ${isolated(host)}`}${region === null ? '' : ` in ${isolated(region)}`}`;
  const when = intervalPhrase(spanOf({ changes }), timeZone);
  return `${what}${where} ${groupVerbs[first.kind]} ${when}${editsLabel(fields)}`;
}

/** What all were edited in: ": Interval 60 s → 30 s"; empty when they have no edit in common. */
function editsLabel(fields: Change['fields']): string {
  if (fields === null) return '';
  const edits = editsOf({ fields })?.map(
    ({ label, before, after }) => `${label} ${isolated(before)} → ${isolated(after)}`,
  );
  return edits === null || edits === undefined ? ` ${unlistedSetting}` : `: ${edits.join(', ')}`;
}

/** The interval in which all changes of an entry happened, ISO 8601. */
export function spanOf({ changes }: Pick<FoldedEntry, 'changes'>): { from: string; to: string } {
  const [from = ''] = changes.map((change) => change.from).sort();
  const to =
    changes
      .map((change) => change.to)
      .sort()
      .at(-1) ?? '';
  return { from, to };
}
