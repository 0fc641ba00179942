import 'server-only';
import { tlsCode, type UpstreamFailure } from '../errors';
import type { InvalidReason } from './read-json';

/**
 * Maps an error of the connection to a failure, by its code or name. The error itself is dropped, because its
 * message and properties can contain bytes that upstream sent.
 */
export function transportFailure(error: unknown): UpstreamFailure {
  if (!(error instanceof Error)) return unreachable('other');
  if (error.name === 'TimeoutError') return { code: 'upstream_timeout' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (timeoutCodes.has(code)) return { code: 'upstream_timeout' };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return invalidResponse('is larger than 4 MiB');
  if (code === 'ECONNREFUSED') return unreachable('refused');
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return unreachable('name');
  if (closedEarlyCodes.has(code) || isTruncatedChunk(error)) return unreachable('reset');
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return invalidResponse('is not HTTP');
  if (tlsCode.test(code)) return unreachable('tls');
  return unreachable('other');
}

/** Returns the failure for a response that was received but is invalid. */
export function invalidResponse(reason: InvalidReason): UpstreamFailure {
  return { code: 'upstream_invalid_response', reason };
}

function unreachable(reason: 'refused' | 'name' | 'reset' | 'tls' | 'other'): UpstreamFailure {
  return { code: 'upstream_unreachable', reason };
}

const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** The connection was closed before the end of the response. */
const closedEarlyCodes = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** Whether a chunked body with "Connection: close" ended early. The parser's errors have no code. */
function isTruncatedChunk(error: Error): boolean {
  return error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state');
}
