import type { Monitor } from '../../lib/reference-api/monitor.ts';

/** Whether it checks a port of a host or an IPv4 address, so that its address is its target, a colon and its port. */
export const isPlainTcp = ({ type, target }: Monitor) => type === 'tcp' && !target.includes(':');
