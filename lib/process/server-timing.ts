/** Returns the header `Server-Timing` (W3C Server Timing), which browsers show with the request. */
export function serverTiming(durationMs: number): string {
  return `total;dur=${Math.round(durationMs * 10) / 10}`;
}
