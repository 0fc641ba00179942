import { formatInteger } from '@/lib/format';

/** "2 monitors check this host", of a host whose pasted path or port nothing checks. */
export function checksHost(total: number): string {
  return `${formatInteger(total)} ${total === 1 ? 'monitor checks' : 'monitors check'} this host`;
}
