import { type Logger, pino } from 'pino';

const levels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

/** SIGHTLINE_LOG_LEVEL: error, warn, info (default) or debug; null when it is something else. */
export function readLogLevel(value: string | undefined): LogLevel | null {
  const text = value?.trim() || 'info';
  return levels.find((level) => level === text) ?? null;
}

/** A log of one JSON object a line on standard output. Strings are escaped by JSON, line breaks and controls too. */
export function createLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
