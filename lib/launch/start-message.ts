import { isWildcardAddress, printableUrl } from './listen-address.ts';

interface StartMessageOptions {
  host: string;
  port: number;
  isDemo: boolean;
  /** Whether SIGHTLINE_PUBLIC_URL or SIGHTLINE_ALLOWED_HOSTS names a host. */
  hasConfiguredHosts: boolean;
}

/** Returns the message that the launcher prints once the product is served. */
export function startMessage({ host, port, isDemo, hasConfiguredHosts }: StartMessageOptions): string {
  const demo = isDemo ? ' with demo data' : '';
  const message = `Sightline is running at ${printableUrl(host, port)}${demo}`;
  if (hasConfiguredHosts || !isWildcardAddress(host)) return message;
  return `${message}\nIt answers only to localhost. To open it from other machines, set SIGHTLINE_ALLOWED_HOSTS to this machine’s host name or IP address.`;
}
