import 'server-only';
import { isIP } from 'node:net';
import type { SkipReason } from '../../contract/coverage.ts';
import { type LineReader, readToken, shortened, type Token } from './token.ts';
import { tokensIn } from './words.ts';

/** Types of records whose owner is a host. */
const hostTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'ALIAS', 'ANAME', 'DNAME', 'HTTPS']);
/** Types of records whose data ends in a name. */
const targetTypes: ReadonlySet<string> = new Set([
  'CNAME',
  'ALIAS',
  'ANAME',
  'DNAME',
  'NS',
  'MX',
  'SRV',
  'PTR',
]);
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
/** The lines with which records begin: a directive, a record with its class, or one whose owner ends in a dot. */
const ZONE =
  /^\$(?:ORIGIN|TTL)\s|^\S*\s+(?:\d\w*\s+)?IN\s+(?:\d\w*\s+)?[A-Z]+\s|^\S+\.\s+(?:\d\w*\s+)?(?:SOA|NS|A|AAAA|CNAME|MX|TXT)\s/;
/** A comment, unless it is within quotes. */
const COMMENT = /^((?:[^";]|"[^"]*")*);(.*)$/;

/** Reads the records of a zone file. Names below an origin are completed; the owners of addresses and aliases are hosts. */
export function createZoneReader(): LineReader {
  let hasBegun = false;
  let origin = '';
  let owner = '';
  /** The hosts without an owner of their own line, which belong to the line before. */
  let isListed = false;
  /** The type of a record that goes on in the next line; null: none does. */
  let open: string | null = null;

  /** Also a new origin without a dot at its end is below the one before. */
  const complete = (name: string) =>
    name.endsWith('.') || origin === '' || `.${name}.`.endsWith(`.${origin}`) ? name : `${name}.${origin}`;

  /** Completes the names in the data of a record. */
  function completeData(data: string, type: string): string {
    if (type === 'SOA')
      return data.replace(/^(\S+)(\s+)(\S+)/, (_, a, space, b) => complete(a) + space + complete(b));
    return targetTypes.has(type)
      ? data.replace(/\S+(?=\s*$)/, (name) => (name === '@' ? origin : complete(name)))
      : data;
  }

  function* readOwner(written: string, line: number, type: string): Generator<Token | null> {
    if (written !== '') {
      owner = written;
      isListed = false;
    } else if (isListed || ownerReason(type) !== null) return;
    const name = complete(ownerText(owner === '@' ? origin : owner)).replace(/\.$/, '');
    const reason = ownerReason(type);
    isListed ||= reason === null;
    const token = readToken(name, line, { place: 'key', reason });
    if (token === null && reason === null)
      yield { line, text: origin === '' ? `${owner} (add $ORIGIN)` : owner, reason: 'not_understood' };
    yield token;
  }

  function* readRecord(content: string, line: number, type: string): Generator<Token | null> {
    const [, name = '', , data = ''] = RECORD.exec(content) ?? [];
    if (open !== null) yield* readData(content, line, open === 'SOA' ? 'MAILBOX' : open);
    else {
      if (type === 'SOA' && origin === '' && name.includes('.'))
        origin = name.endsWith('.') ? name : `${name}.`;
      yield* readOwner(name, line, type);
      yield* readData(completeData(data, type), line, type);
    }
    if (/[()]/.test(content)) open = content.lastIndexOf('(') > content.lastIndexOf(')') ? type : null;
  }

  function* readDirective(name: string, value: string, line: number): Generator<Token | null> {
    if (name === 'ORIGIN') origin = complete(value.trim());
    else if (name !== 'TTL')
      yield { line, text: shortened(`$${name} ${value}`.trim()), reason: 'not_understood' };
  }

  function* withComment(
    tokens: Generator<Token | null>,
    comment: string,
    line: number,
  ): Generator<Token | null> {
    yield* tokens;
    yield* tokensIn(comment, line, { place: 'mention', reason: 'comment' });
  }

  return function readLine(text, line) {
    hasBegun ||= ZONE.test(text);
    if (!hasBegun) return null;
    const [, content = text, comment = ''] = COMMENT.exec(text) ?? [];
    if (content.trim() === '') return null;
    const [, directive, value = ''] = /^\$([A-Z]+)\s+(.*)$/.exec(content) ?? [];
    if (directive !== undefined) return withComment(readDirective(directive, value, line), comment, line);
    const [, , word = '', data = ''] = RECORD.exec(content) ?? [];
    const type = open ?? recordTypeOf(word);
    // `Take a look` is no record of an address.
    const isSentence = open === null && /^A+$/.test(type ?? '') && isIP(data.split(/\s/, 1)[0] ?? '') === 0;
    return type === null || isSentence ? null : withComment(readRecord(content, line, type), comment, line);
  };
}
