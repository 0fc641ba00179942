import { type Logger, pino } from 'pino';

const levels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

/** Parses SIGHTLINE_LOG_LEVEL: error, warn, info (default) or debug; null when invalid. */
export function readLogLevel(value: string | undefined): LogLevel | null {
  const text = value?.trim() || 'info';
  return levels.find((level) => level === text) ?? null;
}

/** Maximum length of the lines that wait to be written, characters. Later ones are dropped. */
const WAITING_MAX = 1_000_000;

/**
 * Creates a logger that writes one JSON object per line to standard output. JSON escapes line breaks and
 * control characters. Lines that cannot be written now, because standard output is a file on a full disk, wait.
 */
export function createLog(level: LogLevel): Logger {
  const output = pino.destination({ dest: 1, minLength: 0, maxLength: WAITING_MAX });
  // Without a listener the error of a full disk would end the process, or Next would log it without end.
  output.on('error', () => {
    // The synchronous flush at the end of the process would try for ever.
    output.flushSync = () => {};
  });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
}
