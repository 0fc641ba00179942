import 'server-only';
import { formatAgeRange, formatInstant } from '../../text/format.ts';
import { visibleName } from '../../text/visible-name.ts';
import type { StoredChange } from '../history/query-changes.ts';

/** Returns the texts of an outage as HTML. They do not depend on the present time, so they change only when the outage ends. */
export function outageEntry({ monitor, from, to, pair, lasted }: StoredChange) {
  const name = escapeHtml(visibleName(monitor.name) ?? '(no name)');
  const duration = lasted && formatAgeRange(lasted.atLeastS, lasted.atMostS);
  const end = pair && `Ended ${between(pair)}${duration === null ? '' : `, after ${duration}`}.`;
  const sentences = [`Went down ${between({ from, to })}.`, end ?? 'Not over yet.'];
  return {
    title: end === null ? `${name} is down` : `${name} was down for ${duration}`,
    content: `<p>${sentences.join(' ')}</p><p>${escapeHtml(monitor.target)}</p>`,
  };
}

const minuteOf = (instant: number) => formatInstant(instant, 'UTC').slice(0, 16);

/** An interval in UTC, to the minute: "between 2026-11-20 13:59 and 14:07 UTC". */
function between({ from, to }: { from: number; to: number }): string {
  const [first, last] = [minuteOf(from), minuteOf(to)];
  if (first === last) return `at ${last} UTC`;
  return `between ${first} and ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last} UTC`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot contain, even escaped. */
const notInXml = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function escapeHtml(text: string): string {
  return text.replace(notInXml, '\uFFFD').replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
