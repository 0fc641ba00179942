import { type Logger, pino } from 'pino';

const levels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

/** Parses SIGHTLINE_LOG_LEVEL: error, warn, info (default) or debug; null when invalid. */
export function readLogLevel(value: string | undefined): LogLevel | null {
  const text = value?.trim() || 'info';
  return levels.find((level) => level === text) ?? null;
}

/**
 * Creates a logger that writes one JSON object per line to standard output. JSON escapes line breaks and
 * control characters.
 */
export function createLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
