import { targetParts } from '@/components/monitor/monitor-names';
import { isUnknown } from '@/components/monitor/unknown-value';
import type { DetailedMonitor } from '@/lib/contract/responses';
import { formatInterval } from '@/lib/text/format';
import { formatAlternatives, formatTimeout } from '@/lib/text/format-settings';

/** The settings of a check, as the detail has them. */
export type CheckSettings = Pick<
  DetailedMonitor,
  | 'type'
  | 'target'
  | 'port'
  | 'interval'
  | 'regions'
  | 'is_active'
  | 'http_method'
  | 'expected_status_codes'
  | 'follow_redirects'
  | 'timeout_ms'
  | 'unknown_fields'
>;

/** A part of the sentence; `code` is set in the monospaced font. */
interface SentencePart {
  text: string;
  code: boolean;
}

const code = (text: string): SentencePart => ({ text, code: true });
const plain = (text: string): SentencePart => ({ text, code: false });

/** A sentence that describes the check. Settings that are null in the API's response are omitted. */
export function checkSentence(monitor: CheckSettings): SentencePart[] {
  const named = monitor.regions.filter((region) => region.trim() !== '');
  const from = named.length > 0 ? [plain(' from '), code(named.join(', '))] : [];
  const { interval } = monitor;
  return [
    ...subject(monitor),
    plain(interval === null ? ' at an unknown interval' : ` every ${formatInterval(interval)}`),
    ...(isUnknown(monitor, 'regions') ? [plain(' from an unknown region')] : from),
    plain(`${expectation(monitor)}.${activity[`${monitor.is_active}`]}`),
  ];
}

/** The text for `is_active`. */
const activity = {
  true: '',
  false: ' Inactive: no checks are scheduled.',
  null: ' Whether it is active is unknown.',
} as const;

function subject(monitor: CheckSettings): SentencePart[] {
  const target = isUnknown(monitor, 'target') ? plain('an unknown target') : code(monitor.target);
  const address = isUnknown(monitor, 'target') ? target : code(targetParts(monitor).join(''));
  const port = isUnknown(monitor, 'port') ? [plain(' on an unknown port')] : [];
  if (isUnknown(monitor, 'type')) return [plain('Check of an unknown type on '), address, ...port];
  switch (monitor.type) {
    case 'http':
    case 'https':
      return typeof monitor.http_method !== 'string'
        ? [plain('Request '), target]
        : [code(`${monitor.http_method} `), target];
    case 'tcp':
      return [plain('TCP connection to '), address, ...port];
    case 'ping':
      return [plain('Ping '), target];
    default:
      return [plain('Check of type '), code(monitor.type), plain(' on '), address, ...port];
  }
}

function expectation(monitor: CheckSettings): string {
  const statuses = monitor.expected_status_codes ?? [];
  const timeout = typeof monitor.timeout_ms === 'number' ? formatTimeout(monitor.timeout_ms) : null;
  const within = timeout === null ? '' : ` within ${timeout}`;
  const expects = statuses.length > 0 ? `, expects ${formatAlternatives(statuses.map(String))}${within}` : '';
  const waits = statuses.length === 0 && timeout !== null ? `, times out after ${timeout}` : '';
  return `${expects}${waits}${redirects[`${monitor.follow_redirects ?? null}`]}`;
}

const redirects = { true: ', follows redirects', false: ', does not follow redirects', null: '' } as const;

/** Reserves the typical height of an HTTP monitor's sentence, whose settings arrive with the detail. */
const reservedHeight = 'min-h-[calc(2lh+29px)] max-sm:min-h-[calc(4lh+29px)]';

export function CheckSentence({ monitor }: { monitor: DetailedMonitor }) {
  const isHttp = monitor.type === 'http' || monitor.type === 'https';
  return (
    <p
      className={`border-line border-b px-4 py-3.5 text-ink text-md [overflow-wrap:anywhere] ${isHttp ? reservedHeight : ''}`}
    >
      {checkSentence(monitor).map((part, index) =>
        part.code ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
          <code key={index} dir="ltr" className="font-mono text-sm">
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
