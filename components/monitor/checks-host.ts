import { formatInteger } from '@/lib/text/format';

/** A text such as "2 monitors check this host". @param total the number of monitors */
export function checksHost(total: number): string {
  return `${formatInteger(total)} ${total === 1 ? 'monitor checks' : 'monitors check'} this host`;
}
