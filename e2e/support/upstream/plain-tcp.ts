import type { Monitor } from '../../../lib/reference-api/fixture.ts';

/** Whether a monitor checks a TCP port of a host name or IPv4 address. Its address is then `target:port`. */
export const isPlainTcp = ({ type, target }: Monitor) => type === 'tcp' && !target.includes(':');
