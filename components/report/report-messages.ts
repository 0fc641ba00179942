import { changeMessage, timeOn } from '@/components/changes/change-messages';
import { filterMessages } from '@/components/monitor-list/active-filters';
import { isolated } from '@/components/ui/isolated';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { type Figures, type Report, type ReportedOutage, rangeOfMonth } from '@/lib/contract/report';
import { formatDurationRange, formatInstant, formatInteger, formatShare } from '@/lib/text/format';
import { isMostlyUnobserved } from '@/lib/text/format-availability';

type Bounds = Figures['downtime_s'];

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-10" → "October 2026" */
export function monthLabel(month: string): string {
  return monthName.format(Date.parse(`${month}-01T00:00:00Z`));
}

/** "3", or "0–1". */
export function countMessage({ least, most }: Bounds): string {
  return least === most ? formatInteger(least) : `${formatInteger(least)}–${formatInteger(most)}`;
}

/** How much of a month was observed: "71 %". */
export const observedShare = ({ observed_share }: Figures['availability']) => formatShare(observed_share, 1);

/** What the figures of all monitors together are worth; null: they were observed for most of the month. @param isOver whether the month is over */
export function observedNote(availability: Figures['availability'], isOver: boolean): string | null {
  if (!isMostlyUnobserved(availability)) return null;
  const much = `Only ${observedShare(availability)} of the month${isOver ? '' : ' so far'} was observed`;
  return availability.least === null
    ? `${much}. That is too little for a figure.`
    : `${much}. The figures say nothing of the rest.`;
}

/** "2026-11-26 17:20" */
export const minuteOf = (iso: string) => formatInstant(Date.parse(iso), 'UTC').slice(0, 16);

/** When an outage began and ended, as on the page of the monitor: "Down 12 Oct, 03:00–03:02". @param month "2026-10" */
export function outageMessage({ began, ended }: ReportedOutage, month: string): string {
  // No outage of the month begins on this day, so that each has its date.
  const after = rangeOfMonth(month).until;
  if (began !== null)
    return changeMessage({ ...began, kind: 'down', pair: ended, lasted: null }, after, 'UTC');
  return ended === null
    ? 'Down all the time observed'
    : `Down until ${timeOn(Date.parse(ended.to), after, 'UTC')}`;
}

/** How long an outage lasted, and whether it lasted longer than the month shows: "20 d in this month". */
export function lastedMessage({ began, ended, lasted_s }: ReportedOutage, isOver: boolean): string {
  const isCut = began === null || (ended === null && isOver);
  return `${formatDurationRange(lasted_s)}${isCut ? ' in this month' : ''}`;
}

/**
 * Which monitors the report is about: "Production: 12 monitors with Type: https, Region: fra1"
 *
 * @param name of the view of the team; null: none
 */
export function monitorsMessage(
  { view, monitors }: Pick<Report['meta'], 'view' | 'monitors'>,
  name: string | null,
): string {
  const filters = filterMessages(parseMonitorsUrl(new URLSearchParams(view)));
  const named = name === null ? '' : `${isolated(name)}: `;
  const count = `${formatInteger(monitors)} ${monitors === 1 ? 'monitor' : 'monitors'}`;
  if (filters.length === 0) return `${named}${name === null ? 'All' : 'all'} ${count}`;
  return `${named}${count} with ${filters.join('; ')}`;
}

/** Up to when the figures go: "so far, until 2026-11-26 17:20"; null: the month is over. @param end of the month, epoch ms */
export function untilMessage(until: string | null, end: number): string | null {
  return until === null || Date.parse(until) >= end ? null : `so far, until ${minuteOf(until)}`;
}

/** Since when is remembered what was observed, if that is later than the month began; else null. */
export function rememberedMessage({ observed_from, since }: Pick<Report['meta'], 'observed_from' | 'since'>) {
  if (observed_from === null || observed_from <= since) return null;
  return `What was observed is remembered since ${minuteOf(observed_from)}.`;
}
