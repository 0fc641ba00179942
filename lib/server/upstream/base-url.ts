import 'server-only';
import { refuseConfig } from '../errors.ts';

/**
 * Parses the base URL of upstream. The path of the result ends in `/v1` (spec, "What the service does").
 * @throws ConfigError whose message never contains the value, which may have a password
 */
export function parseBaseUrl(text: string, options: { allowInsecureHttp: boolean }): URL {
  const refuse = (problem: string) => refuseConfig(`MONITOR_API_BASE_URL ${problem}.`);
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) return refuse('must start with http:// or https://');
  const url = URL.parse(trimmed);
  if (url === null) return refuse('is not a URL');
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password');
  if (/[?#]/.test(trimmed)) return refuse('must not contain a query or fragment');
  if (!/\/v1\/?$/.test(url.pathname)) return refuse('must end in /v1');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !options.allowInsecureHttp) {
    return refuse(
      'must start with https://, because http would send the API key unencrypted; to allow that, set SIGHTLINE_ALLOW_INSECURE_UPSTREAM=1',
    );
  }
  url.pathname = url.pathname.replace(/\/$/, '');
  return url;
}

/** @param hostname of a parsed URL, which has IP addresses in canonical form */
function isLoopback(hostname: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname);
}
