import 'server-only';
import type { UpstreamFailure } from '../errors';
import type { InvalidReason } from './read-result';

/**
 * Names what went wrong with the connection by the error's code or name. The error itself is dropped, because its
 * message and properties can hold bytes that upstream sent.
 */
export function transportFailure(error: unknown): UpstreamFailure {
  if (!(error instanceof Error)) return unreachable('other');
  if (error.name === 'TimeoutError') return { code: 'upstream_timeout' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (timeoutCodes.has(code)) return { code: 'upstream_timeout' };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return invalid('is larger than 4 MiB');
  if (code === 'ECONNREFUSED') return unreachable('refused');
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return unreachable('name');
  if (cutCodes.has(code) || isCutChunk(error)) return unreachable('reset');
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return invalid('is not HTTP');
  if (tlsCode.test(code)) return unreachable('tls');
  return unreachable('other');
}

/** An answer that came but cannot be taken. */
export function invalid(reason: InvalidReason): UpstreamFailure {
  return { code: 'upstream_invalid_response', reason };
}

function unreachable(reason: 'refused' | 'name' | 'reset' | 'tls' | 'other'): UpstreamFailure {
  return { code: 'upstream_unreachable', reason };
}

const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** The connection ended before the answer did. */
const cutCodes = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** An end within a chunked body that said "Connection: close". The parser's errors carry no code, only words. */
function isCutChunk(error: Error): boolean {
  return error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state');
}

/** Node's own TLS errors, OpenSSL's, and the certificate verification codes that Node's `tls` documentation lists. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;
