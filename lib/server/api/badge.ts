import 'server-only';
import type { Status } from '../../contract/status.ts';
import { escapeHtml } from './outage-feed.ts';

/** Longer names are cut, so that the badge has at most 1 kB. Characters. */
const NAME_MAX = 24;
/** The widths of a Latin and of an East Asian character, pixels. */
const [NARROW, WIDE] = [6.2, 11.5];
const PADDING = 6;

/** Each has a contrast of 4.5:1 to white. */
const colors: Record<Status, string> = {
  up: '#1a7f37',
  degraded: '#9a6700',
  down: '#cf222e',
  unknown: '#57606a',
};

/** Returns a badge as SVG, in the usual flat style. */
export function badge(name: string, status: Status): string {
  const characters = [...name];
  const shown = characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX - 1).join('')}…` : name;
  const [left, right] = [widthOf(shown), widthOf(status)];
  const [edge, width] = [left + 2 * PADDING, left + right + 4 * PADDING];
  const label = escapeHtml(shown);
  const text = (x: number, length: number, content: string) =>
    `<text x="${x}" y="14" textLength="${length}">${content}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${status}">`,
    `<title>${label}: ${status}</title>`,
    `<rect fill="${colors[status]}" width="${width}" height="20" rx="3"/>`,
    // Without an id, so that several badges can be in one document.
    `<path fill="#444" d="M3 0h${edge - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"/>`,
    '<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `${text(PADDING, left, label)}${text(edge + PADDING, right, status)}</g></svg>`,
  ].join('');
}

function widthOf(text: string): number {
  const widths = Array.from(text, (character) => (/[\u1100-\uffdc]/.test(character) ? WIDE : NARROW));
  return Math.round(widths.reduce((sum, width) => sum + width, 0));
}
