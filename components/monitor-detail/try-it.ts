import type { DetailedMonitor } from '@/lib/contract/answers';
import { formatAlternatives } from '@/lib/format-settings';

type Tried = Pick<
  DetailedMonitor,
  'type' | 'target' | 'port' | 'http_method' | 'expected_status_codes' | 'follow_redirects' | 'timeout_ms'
>;

/** A check as a command for a POSIX shell. `command` is null where there is none; the notes then say why. */
export interface TryIt {
  command: string | null;
  notes: string[];
}

/** The same check as a command, from the reader's own machine. What is not known or not set is left out, and told. */
export function tryIt(monitor: Tried): TryIt {
  switch (monitor.type) {
    case 'http':
    case 'https':
      return {
        command: curl(monitor),
        notes: [expectation(monitor), leftOut(monitor)].filter((n) => n !== ''),
      };
    case 'tcp':
      if (monitor.port === null) return { command: null, notes: ['No port is set.'] };
      return {
        command: `nc -vz${wait(monitor)} -- ${shellQuote(monitor.target)} ${monitor.port}`,
        notes: [],
      };
    case 'ping':
      return { command: `ping -c 4 -- ${shellQuote(monitor.target)}`, notes: [] };
    default:
      return { command: null, notes: [`No command available for ${monitor.type} checks.`] };
  }
}

/** How the API itself is asked for this monitor. @param baseUrl null when it is not known here: then a variable */
export function apiCall(uuid: string, baseUrl: string | null): string {
  const path = `/monitors/${encodeURIComponent(uuid)}`;
  const url =
    baseUrl === null ? `"$API_URL"${shellQuote(path)}` : quoted(`${baseUrl.replace(/\/+$/, '')}${path}`);
  return lines('curl --silent --show-error', '--header "Authorization: Bearer $API_KEY"', url);
}

function curl({ target, http_method: method, follow_redirects, timeout_ms }: Tried): string {
  const seconds = secondsOf(timeout_ms);
  return lines(
    [
      'curl --silent --show-error',
      // Otherwise brackets and braces in an address would make several of it.
      '--globoff',
      follow_redirects === true ? '--location' : '',
      seconds === null ? '' : `--max-time ${seconds}`,
      // Without --head curl would wait for a body that never comes.
      method === 'HEAD' ? '--head' : '',
      method && method !== 'GET' && method !== 'HEAD' ? `--request ${shellQuote(method)}` : '',
      // An address of another kind (file:, ftp:) must not be fetched by somebody who meant to try a website.
      /^https?:\/\//i.test(target) ? '' : `--proto '=http,https'`,
    ]
      .filter((part) => part !== '')
      .join(' '),
    String.raw`--output /dev/null --write-out '%{http_code}  %{time_total}s\n'`,
    // --url takes the next word as it is, even one that looks like an option.
    `--url ${quoted(target)}`,
  );
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ');
}

/** Plain digits, as every curl reads them; null for what is no time to wait. */
function secondsOf(milliseconds: number | null | undefined): string | null {
  if (milliseconds === null || milliseconds === undefined || milliseconds <= 0) return null;
  const seconds = String(milliseconds / 1000);
  return /^\d+(\.\d+)?$/.test(seconds) ? seconds : null;
}

/** nc counts whole seconds. */
function wait({ timeout_ms }: Tried): string {
  const seconds = secondsOf(timeout_ms);
  return seconds === null ? '' : ` -w ${Math.ceil(Number(seconds))}`;
}

function expectation({ expected_status_codes: codes }: Tried): string {
  if (codes === undefined) return '';
  if (codes === null || codes.length === 0) return 'Expected status: not set.';
  return `Expected status: ${formatAlternatives(codes.map(String))}.`;
}

function leftOut({ http_method, follow_redirects, timeout_ms }: Tried): string {
  if (http_method === undefined) return 'Method, redirects and timeout are unknown and left out.';
  const unset = [
    http_method === null ? 'the method' : '',
    follow_redirects === null ? 'redirects' : '',
    timeout_ms === null ? 'the timeout' : '',
  ].filter((name) => name !== '');
  if (unset.length === 0) return '';
  return `Uses curl’s defaults for what is not set: ${unset.join(', ')}.`;
}

/** Controls (a terminal acts on them as they are pasted, before any shell sees the quotes) and what cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]?/gu;

const plain = /^[\w./:@%+,][\w./:@%+,-]*$/;

/** A text as one word of a POSIX shell, bare where that is safe. See `quoted`. */
function shellQuote(text: string): string {
  return plain.test(text) ? text : quoted(text);
}

/**
 * A text in single quotes, as one word of a POSIX shell whatever it holds. Characters that cannot be seen are written
 * as numbers for `printf`, so that the command is what it looks like and can be pasted. NUL, which no word can hold,
 * is left out.
 */
function quoted(text: string): string {
  const possible = text.toWellFormed().replaceAll('\0', '');
  // A shell takes newlines off the end of what printf gives: those at the very end stay as they are, in quotes.
  const body = possible.replace(/\n+$/, '');
  const end = possible.slice(body.length);
  let word = '';
  let done = 0;
  for (const { 0: run, index } of body.matchAll(unseen)) {
    word += `${inQuotes(body.slice(done, index))}"$(printf '${octal(run)}')"`;
    done = index + run.length;
  }
  return word + inQuotes(body.slice(done)) + inQuotes(end) || "''";
}

function inQuotes(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
}

function octal(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
