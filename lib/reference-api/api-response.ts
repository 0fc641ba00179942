/** Sent after `delayMs` milliseconds; `reset`: the connection is reset instead. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  delayMs: number;
  reset: boolean;
}

export function jsonResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): ApiResponse {
  const all = { 'Content-Type': 'application/json', ...headers };
  return { status, headers: all, body, delayMs: 0, reset: false };
}

/** An error response with the body `{ "error": <message> }` (spec, "Errors"). @param more further fields of the body */
export function failure(
  status: number,
  error: string,
  more: object = {},
  headers: Record<string, string> = {},
): ApiResponse {
  return jsonResponse(status, JSON.stringify({ error, ...more }), headers);
}
