import { targetParts } from '@/components/monitor/monitor-names';
import { conditionLabels } from '@/lib/contract/conditions';
import type {
  Coverage,
  CoverageAnswer,
  CoveredAddress,
  CoveringMonitor,
  Skipped,
} from '@/lib/contract/coverage';
import { answerLabel, downOf, skipLabels } from '@/lib/text/coverage-label';
import { formatInteger } from '@/lib/text/format';
import type { Sorting } from './use-coverage';

/** The answers as the page shows them, the worst first. */
export const answersByUrgency = [
  'not_monitored',
  'not_working',
  'monitored_otherwise',
  'monitored',
] as const satisfies readonly CoverageAnswer[];

/** "212 addresses compared". */
export const comparedMessage = (addresses: number) =>
  `${formatInteger(addresses)} ${addresses === 1 ? 'address' : 'addresses'} compared`;

/** "18 not compared: not understood 3, details 15". Null: all were compared. */
export function skippedMessage(skipped: Skipped): string | null {
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  const parts = skipped.map(
    ({ reason, count }) =>
      `${skipLabels[reason].title.replace(/^./, (a) => a.toLowerCase())} ${formatInteger(count)}`,
  );
  return total === 0 ? null : `${formatInteger(total)} not compared: ${parts.join(', ')}`;
}

/** The search for the monitors of an address: its host, the network, or the end of the names below a domain. */
export function searchFor({ address, why }: CoveredAddress): string {
  if (why === 'network' || /^[\da-f]*:[\da-f:]*$/.test(address)) return `target:${address}`;
  const host = address.replace(/^[a-z\d+.-]+:\/\//, '').replace(/(?::\d+)?(?:\/.*)?$/, '');
  return `target:${host.replace(/^\*/, '')}`;
}

/** Which wildcards and networks make monitors count as on the list; null: none does. */
export function listedBelow(data: Coverage['data']): string | null {
  const below = data.flatMap(({ address, why }) => (why === 'wildcard' || why === 'network' ? address : []));
  if (below.length === 0) return null;
  const rest = below.length > 3 ? ` and ${formatInteger(below.length - 3)} more` : '';
  return `All monitors below ${below.slice(0, 3).join(', ')}${rest} count as on the list.`;
}

/** Maximum number of copied rows. More are too long for a message or an issue. */
const MARKDOWN_ROWS = 500;

/**
 * Filters and sorts the addresses.
 *
 * @param answer null: all
 * @param word a part of the address, its name or the name of a monitor; '': any
 */
export function sorted(
  rows: readonly CoveredAddress[],
  answer: CoverageAnswer | null,
  sorting: Sorting,
  word = '',
): readonly CoveredAddress[] {
  const part = word.trim().toLowerCase();
  const isShown = (row: CoveredAddress) =>
    (answer === null || row.answer === answer) &&
    [row.address, row.name ?? '', ...row.monitors.map(({ name }) => name)].some((text) =>
      text.toLowerCase().includes(part),
    );
  const shown = rows.filter(isShown);
  if (sorting === 'list') return shown;
  // A monitored address that is down comes before those that are up.
  const urgencyOf = (row: CoveredAddress) =>
    answersByUrgency.indexOf(row.answer) - (row.answer === 'monitored' && downOf(row) !== 'none' ? 0.5 : 0);
  return sorting === 'urgency'
    ? shown.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
    : shown.toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

const namedAddress = ({ address, name }: CoveredAddress) =>
  name === null ? address : `${address} (${name})`;

/** The addresses as a table in Markdown. */
export const markdownOf = (rows: readonly CoveredAddress[]) =>
  tableOf(['Address', 'Answer', 'Monitors'], rows, (row) => {
    const names = row.monitors.map(({ name }) => name).join('; ');
    const others = row.monitor_count - row.monitors.length;
    const more = others > 0 ? ` and ${formatInteger(others)} more` : '';
    return [namedAddress(row), answerLabel(row), names + more];
  });

/** Monitors as a table in Markdown. */
export const markdownOfMonitors = (monitors: readonly CoveringMonitor[]) =>
  tableOf(['Monitor', 'Target', 'Condition'], monitors, (monitor) => [
    monitor.name,
    targetParts(monitor).join(''),
    conditionLabels[monitor.condition],
  ]);

/** A table of the first rows. */
function tableOf<T>(head: readonly string[], rows: readonly T[], cellsOf: (row: T) => string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rest = rows.length - MARKDOWN_ROWS;
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, MARKDOWN_ROWS).map((row) => line(cellsOf(row).map(cell))),
    ...(rest > 0 ? ['', `And ${formatInteger(rest)} more.`] : []),
  ].join('\n');
}

/** Escapes a text, so that it neither ends a cell nor begins markup. */
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|]/g, '\\$&');

/** The list for correction: one address a line, then as comments the entries that were not understood. */
export function listOf(data: Coverage['data'], skipped: Skipped): string {
  const rest = skipped
    .flatMap(({ reason, examples }) => (reason === 'not_understood' ? examples : []))
    .map(({ line, text }) => `# Not understood, line ${line}: ${text}`);
  return [...data.map(({ address }) => address), ...rest].join('\n');
}
