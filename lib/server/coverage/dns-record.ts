import 'server-only';
import type { SkipReason } from '../../contract/coverage.ts';
import { readToken, type Token } from './token.ts';
import { tokensIn } from './words.ts';

/** Types of records whose owner is a host. */
const hostTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'ALIAS', 'ANAME', 'DNAME', 'HTTPS']);
const RECORD_TYPE =
  /^(?:.*\/)?(A|AAAA|CNAME|ALIAS|ANAME|DNAME|HTTPS|NS|SOA|MX|TXT|SRV|CAA|PTR|SPF|TLSA|DS|DNSKEY|SVCB|NAPTR|LOC|SSHFP|HINFO|RRSIG|NSEC3?|CDS)$/i;

/** The type of a DNS record in capital letters; null: the text is none. Azure writes `Microsoft.Network/dnszones/A`. */
export const recordTypeOf = (text: string) => RECORD_TYPE.exec(text)?.[1]?.toUpperCase() ?? null;

/** Why the owner of a record is not compared; null: it is a host. */
export const ownerReason = (type: string): SkipReason | null => (hostTypes.has(type) ? null : 'detail');

/** Yields the tokens of the data of a record. They are not compared, because the address of a host is no second host. */
export function* readData(data: string, line: number, type: string): Generator<Token | null> {
  const [, server = '', rest = data] = (type === 'SOA' && /^\s*(\S+)(.*)$/s.exec(data)) || [];
  yield readToken(server.replace(/\.$/, ''), line, { place: 'key', reason: 'name_server' });
  const reason = type === 'SOA' ? 'mailbox' : type === 'NS' ? 'name_server' : 'detail';
  yield* tokensIn(rest, line, { place: 'mention', reason });
}

/** Resolves the only escape that is part of a name: Route 53 writes `*` as `\052`. */
export const ownerText = (text: string) => text.replace(/^\\052(?=\.)/, '*');
