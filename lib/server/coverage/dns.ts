import 'server-only';
import type { SkipReason } from '../../contract/coverage.ts';
import { type LineReader, readToken, shortened, type Token } from './token.ts';
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

const TTL_AND_CLASS = String.raw`(?:\d\w*\s+)?(?:(?:IN|CH|HS)\s+)?(?:\d\w*\s+)?`;
const RECORD = new RegExp(String.raw`^(\S*)\s+${TTL_AND_CLASS}([A-Z]+\d?)\s+(.*)$`, 'i');
/** A directive, a record with its class, or one whose owner ends in a dot. */
const ZONE =
  /^\$(?:ORIGIN|TTL)\s|^\S*\s+(?:\d\w*\s+)?IN\s+(?:\d\w*\s+)?[A-Z]+\s|^\S+\.\s+(?:\d\w*\s+)?(?:SOA|NS|A|AAAA|CNAME|MX|TXT)\s/m;
/** A comment, unless it is within quotes. */
const COMMENT = /^((?:[^";]|"[^"]*")*);(.*)$/;

/** Whether a text is a zone file, or the answer of a name server. */
export const isZone = (start: string) => ZONE.test(start);

/** Reads the records of a zone file. Names below an origin are completed; the owners of addresses and aliases are hosts. */
export function createZoneReader(): LineReader {
  let origin = '';
  let owner = '';
  /** The hosts without an owner of their own line, which belong to the line before. */
  let isListed = false;
  /** The type of a record that goes on in the next line; null: none does. */
  let open: string | null = null;

  function* readOwner(written: string, line: number, type: string): Generator<Token | null> {
    if (written !== '') {
      owner = written;
      isListed = false;
    } else if (isListed || ownerReason(type) !== null) return;
    const text = ownerText(owner === '@' ? origin : owner);
    const isAbsolute = text.endsWith('.') || origin === '' || `.${text}.`.endsWith(`.${origin}`);
    const name = (isAbsolute ? text : `${text}.${origin}`).replace(/\.$/, '');
    const reason = ownerReason(type);
    isListed ||= reason === null;
    const token = readToken(name, line, { place: 'key', reason });
    // A name without an origin.
    if (token === null && reason === null) yield { line, text: owner, reason: 'not_understood' };
    yield token;
  }

  return function* readZoneLine(text, line) {
    const [, content = text, comment = ''] = COMMENT.exec(text) ?? [];
    yield* tokensIn(comment, line, { place: 'mention', reason: 'comment' });
    if (content.trim() === '') return;
    const [, directive, value = ''] = /^\$(\w+)\s+(.*)$/.exec(content) ?? [];
    const [, name = '', word = '', data = ''] = RECORD.exec(content) ?? [];
    const type = open ?? recordTypeOf(word);
    if (directive === 'ORIGIN') {
      const named = value.trim();
      origin = named.endsWith('.') ? named : `${named}.${origin}`;
    } else if (open !== null) yield* readData(content, line, open === 'SOA' ? 'MAILBOX' : open);
    else if (type !== null) {
      if (type === 'SOA' && origin === '' && name.includes('.'))
        origin = name.endsWith('.') ? name : `${name}.`;
      yield* readOwner(name, line, type);
      yield* readData(data, line, type);
    } else if (directive !== 'TTL') yield { line, text: shortened(content.trim()), reason: 'not_understood' };
    if (/[()]/.test(content)) open = content.lastIndexOf('(') > content.lastIndexOf(')') ? type : null;
  };
}
