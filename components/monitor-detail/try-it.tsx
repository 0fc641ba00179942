import { isUnknown } from '@/components/monitor/unknown-value';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/responses';

/**
 * A panel with the check and the API request as shell commands to copy.
 *
 * @param props.isLoading whether the fields that only the detail has are still loading
 * @param props.baseUrl the base URL of the API; null while it is unknown
 */
export function TryItPanel(props: { monitor: DetailedMonitor; isLoading: boolean; baseUrl: string | null }) {
  const { monitor, isLoading, baseUrl } = props;
  const { command, note } = tryIt(monitor);
  const call = apiCall(monitor.monitor_uuid, baseUrl);
  return (
    <Panel
      title="Try it yourself"
      action={command === null ? null : <CopyButton text={command} label="Copy command" quiet />}
    >
      {command === null ? null : <ShellCommand text={command} />}
      {/* Not while loading, because it would disappear with the usual answer. */}
      {note === null || isLoading ? null : (
        <p className={`px-4 pb-3 text-ink-2 ${command === null ? 'pt-3' : ''}`}>{note}</p>
      )}
      <div className="flex min-h-10 items-center justify-between gap-2 border-line border-t px-4">
        <h3 className="font-medium text-ink-2">API request</h3>
        <CopyButton text={call} label="Copy API call" quiet />
      </div>
      <ShellCommand text={call} after />
      <p className="px-4 pb-3 text-ink-2">
        Set <code className="font-mono text-xs">$API_KEY</code> to your own API key
        {baseUrl === null ? (
          <>
            {' '}
            and <code className="font-mono text-xs">$API_URL</code> to the API base URL
          </>
        ) : null}
        .
      </p>
    </Panel>
  );
}

/** A preformatted command. @param props.after whether it follows a heading without a line between them */
function ShellCommand({ text, after = false }: { text: string; after?: boolean }) {
  return (
    <pre
      dir="ltr"
      className={`whitespace-pre-wrap px-4 pb-3 font-mono text-ink text-xs leading-5 [overflow-wrap:anywhere] ${after ? '' : 'pt-3'}`}
    >
      {text}
    </pre>
  );
}

type TriedSettings = Pick<
  DetailedMonitor,
  'type' | 'target' | 'port' | 'http_method' | 'follow_redirects' | 'timeout_ms' | 'unknown_fields'
>;

/**
 * The check of a monitor as a command for a POSIX shell. Unknown and unset settings are omitted, which the note says.
 * Without a command (null) it says why.
 */
export function tryIt(monitor: TriedSettings): { command: string | null; note: string | null } {
  const missing = (['type', 'target', 'port'] as const).find((field) => isUnknown(monitor, field));
  if (missing !== undefined && (missing !== 'port' || monitor.type === 'tcp')) {
    return { command: null, note: `The ${missing} is unknown.` };
  }
  switch (monitor.type) {
    case 'http':
    case 'https':
      return { command: curl(monitor), note: omittedSettings(monitor) };
    case 'tcp':
      if (monitor.port === null) return { command: null, note: 'No port is set.' };
      return { command: netcat(monitor), note: null };
    case 'ping':
      return { command: `ping -c 4 -- ${shellQuote(monitor.target)}`, note: null };
    default:
      return { command: null, note: `No command available for ${monitor.type} checks.` };
  }
}

/**
 * The curl command that requests a monitor from the API.
 *
 * @param baseUrl null if unknown; then `$API_URL` is used
 */
export function apiCall(uuid: string, baseUrl: string | null): string {
  const path = `/monitors/${encodeURIComponent(uuid)}`;
  const url =
    baseUrl === null ? `"$API_URL"${shellQuote(path)}` : quoted(`${baseUrl.replace(/\/+$/, '')}${path}`);
  return lines('curl --silent --show-error', '--header "Authorization: Bearer $API_KEY"', url);
}

function curl({ target, http_method: method, follow_redirects, timeout_ms }: TriedSettings): string {
  const seconds = secondsOf(timeout_ms);
  return lines(
    [
      'curl --silent --show-error',
      // Without --globoff curl expands brackets and braces in a URL.
      '--globoff',
      follow_redirects === true ? '--location' : '',
      seconds === null ? '' : `--max-time ${seconds}`,
      // With --request HEAD curl would wait for a body that never arrives.
      method === 'HEAD' ? '--head' : '',
      method && method !== 'GET' && method !== 'HEAD' ? `--request ${shellQuote(method)}` : '',
      // Other schemes (file:, ftp:) must not be fetched.
      /^https?:\/\//i.test(target) ? '' : `--proto '=http,https'`,
    ]
      .filter((part) => part !== '')
      .join(' '),
    String.raw`--output /dev/null --write-out '%{http_code}  %{time_total}s\n'`,
    // The argument of --url may begin with a dash.
    `--url ${quoted(target)}`,
  );
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ');
}

/** Seconds as decimal digits, the format of all curl versions; null for an invalid timeout. */
function secondsOf(milliseconds: number | null | undefined): string | null {
  if (!milliseconds || milliseconds < 0) return null;
  const seconds = String(milliseconds / 1000);
  return /^\d+(\.\d+)?$/.test(seconds) ? seconds : null;
}

function netcat({ target, port, timeout_ms }: TriedSettings): string {
  const seconds = secondsOf(timeout_ms);
  // nc accepts only integer seconds.
  const wait = seconds === null ? '' : ` -w ${Math.ceil(Number(seconds))}`;
  return `nc -vz${wait} -- ${shellQuote(target)} ${port}`;
}

function omittedSettings({ http_method, follow_redirects, timeout_ms }: TriedSettings): string | null {
  const isComplete = [http_method, follow_redirects, timeout_ms].every(
    (value) => value !== null && value !== undefined,
  );
  return isComplete ? null : 'Settings that are not set or not known have curl’s defaults.';
}

/** Control characters, which a terminal interprets when they are pasted, and invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]?/gu;

const plain = /^[\w./:@%+,][\w./:@%+,-]*$/;

/** A text as one word of a POSIX shell, without quotes if that is safe. */
function shellQuote(text: string): string {
  return plain.test(text) ? text : quoted(text);
}

/**
 * A text as one word of a POSIX shell, in single quotes. Invisible characters are written as octal escapes
 * for `printf`, so that the command has no hidden content and can be pasted. NUL is removed, because a shell
 * word cannot contain it.
 */
function quoted(text: string): string {
  const possible = text.toWellFormed().replaceAll('\0', '');
  // Command substitution removes trailing newlines, so these are written literally, in quotes.
  const body = possible.replace(/\n+$/, '');
  const end = possible.slice(body.length);
  let word = '';
  let done = 0;
  for (const { 0: run, index } of body.matchAll(invisible)) {
    word += `${inQuotes(body.slice(done, index))}"$(printf '${octal(run)}')"`;
    done = index + run.length;
  }
  return word + inQuotes(body.slice(done)) + inQuotes(end) || "''";
}

const inQuotes = (text: string) => (text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`);

function octal(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
