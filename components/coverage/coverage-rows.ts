import type { Coverage, CoverageAnswer, CoveredAddress } from '@/lib/contract/coverage';
import { formatInteger } from '@/lib/text/format';
import { answerLabel, answersByUrgency, downOf } from './coverage-labels';
import type { Sorting } from './use-coverage';

/** Maximum number of copied rows. More are too long for a message or an issue. */
const MARKDOWN_ROWS = 500;

/** The addresses with an answer, in order. @param answer null: all */
export function sorted(
  rows: readonly CoveredAddress[],
  answer: CoverageAnswer | null,
  sorting: Sorting,
): readonly CoveredAddress[] {
  const shown = answer === null ? rows : rows.filter((row) => row.answer === answer);
  if (sorting === 'list') return shown;
  // A monitored address that is down comes before those that are up.
  const urgencyOf = (row: CoveredAddress) =>
    answersByUrgency.indexOf(row.answer) - (row.answer === 'monitored' && downOf(row) !== 'none' ? 0.5 : 0);
  return sorting === 'urgency'
    ? shown.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
    : shown.toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

/** A table in Markdown, of the first rows. */
export function markdownOf(rows: readonly CoveredAddress[]): string {
  const lines = rows.slice(0, MARKDOWN_ROWS).map((row) => {
    const names = row.monitors.map(({ name }) => cell(name)).join(', ');
    return `| ${cell(row.address)} | ${answerLabel(row)} | ${names} |`;
  });
  const rest = rows.length - MARKDOWN_ROWS;
  return [
    '| Address | Answer | Monitors |',
    '| --- | --- | --- |',
    ...lines,
    ...(rest > 0 ? ['', `And ${formatInteger(rest)} more.`] : []),
  ].join('\n');
}

/** Escapes a text, so that it neither ends a cell nor begins markup. */
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|]/g, '\\$&');

/** The list for correction: one address a line, then as comments the entries that were not understood. */
export function listOf({
  data,
  meta,
}: Pick<Coverage, 'data'> & { meta: Pick<Coverage['meta'], 'not_understood'> }): string {
  const rest = meta.not_understood.map(({ line, text }) => `# Not understood, line ${line}: ${text}`);
  return [...data.map(({ address }) => address), ...rest].join('\n');
}
