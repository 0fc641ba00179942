/** Version 00 of the header; later versions may append fields (W3C Trace Context, 3.2). */
const pattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-|$)/;

/**
 * Returns the trace ID in the header `traceparent` of W3C Trace Context, to find a request's line in the log; null when
 * there is none or it is not valid. It is hexadecimal, so that nothing else of the header reaches the log.
 */
export function traceIdOf(header: string | string[] | undefined): string | null {
  const [, trace, parent] = (typeof header === 'string' && pattern.exec(header)) || [];
  return trace === undefined || /^0+$/.test(trace) || /^0+$/.test(parent ?? '') ? null : trace;
}
