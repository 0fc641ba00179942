import { isolated } from '@/components/ui/isolated';
import type { TimeZone } from '@/components/ui/time-zone';
import { formatInteger } from '@/lib/text/format';
import { groupVerbs, unlistedSetting } from './change-labels';
import { editsOf, intervalPhrase } from './change-messages';
import type { FeedEntry } from './fold-changes';

/**
 * "38 https monitors in fra1 went down between 14:01 and 14:02", "At least 100 monitors were edited at 14:02: Interval 60 s →
 * 30 s".
 */
export function foldedMessage({ changes, common, isCutOff }: FeedEntry, timeZone: TimeZone): string {
  const [first] = changes;
  if (first === undefined || common === null) return '';
  const part = (before: string, value: string | null) =>
    value === null ? '' : `${before}${isolated(value)}`;
  const what = `${isCutOff ? 'At least ' : ''}${formatInteger(changes.length)}${part(' ', common.type)} monitors`;
  const where = `${part(' of ', common.host)}${part(' in ', common.region)}`;
  const when = intervalPhrase(spanOf({ changes }), timeZone);
  const edits = editsOf(first)?.map(
    ({ label, before, after }) => `${label} ${isolated(before)} → ${isolated(after)}`,
  );
  const edit = common.edit === null ? '' : edits ? `: ${edits.join(', ')}` : ` ${unlistedSetting}`;
  return `${what}${where} ${groupVerbs[first.kind]} ${when}${edit}`;
}

/** The interval in which all changes of an entry happened, ISO 8601. */
export function spanOf({ changes }: Pick<FeedEntry, 'changes'>): { from: string; to: string } {
  const [from = ''] = changes.map((change) => change.from).sort();
  return {
    from,
    to:
      changes
        .map(({ to }) => to)
        .sort()
        .at(-1) ?? '',
  };
}
