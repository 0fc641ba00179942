/**
 * Asks the server on this machine for its health, and exits with code 0 when it answers: the health check of the
 * container (Dockerfile), which has no curl. A degraded server is healthy: a restart would not help it.
 */
import { hostname as machineName } from 'node:os';
import { isWildcardAddress, printableUrl } from './listen.ts';
import { readListenAddress } from './settings.ts';

/** Less than the timeout in the Dockerfile, so that the reason is printed, milliseconds. */
const TIMEOUT_MS = 4000;

const { host, port } = readListenAddress(process.env, machineName());
// A machine may have only one of the two loopback addresses.
const hosts = isWildcardAddress(host) ? ['127.0.0.1', '::1'] : [host];
const urls = hosts.map((name) => `${printableUrl(name, port)}/api/health`);
try {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await Promise.any(urls.map((url) => fetch(url, { signal })));
  console.log(`${response.status} ${await response.text()}`);
  process.exitCode = response.ok ? 0 : 1;
} catch {
  console.error(`No answer from ${urls.join(' or ')}.`);
  process.exitCode = 1;
}
