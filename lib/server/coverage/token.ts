import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { SkipReason } from '../../contract/coverage.ts';
import { parseAddress } from '../inventory/query/pasted-address.ts';
import { checkedSchemes, type ListedAddress, LONGEST, readListedAddress } from './listed-address.ts';
import type { Context } from './names.ts';

/**
 * What looks like an address in a list, with its line from 1: an address, or the reason why it is not compared. The addresses with
 * the same `machine` are those of one machine. `isPrivate`: only the network of the machine knows this name. `isOfSeveral`: its cell
 * has several words, so that a short name need not be that of the machine. `own`: the address that a detail is if several machines have
 * the name of its machine.
 */
export type Token = {
  line: number;
  text: string;
  machine?: Machine | undefined;
  isPrivate?: boolean;
  isOfSeveral?: boolean;
} & ({ address: ListedAddress } | { reason: SkipReason; own?: ListedAddress });

/** What addresses are of. `ports`: those beside them, as they are written. `label`: its name beside addresses. */
export interface Machine {
  ports: string | null;
  label?: string | undefined;
}

/** Reads a line, whose number is from 1. Null: the line has another form. */
export type LineReader = (text: string, line: number) => Iterable<Token | null> | null;

const SCHEME = /^([a-z][a-z\d+.-]*):\/\//i;
/** Also with a port range, a mask or a wrong number. */
const IPV4 =
  /^\d{1,3}(?:\.\d{1,3}){3,}(?![\p{L}\p{N}_.])|^\d{1,3}(?:\.\d{1,3}){0,2}\.(?:\*(?:\.\*)*|\[[\d:,-]+\])$/u;
const IPV6 = /^\[?(?:[\da-f]{0,4}:){2,8}[\da-f.]*(?:%\w+)?\]?(?::\d+)?(?:\/.*)?$/i;
const NAME =
  /^(?:\*?\.)?(?:[\p{L}\p{N}_][\p{L}\p{N}_-]*\.)+(?=\p{L})[\p{L}\p{N}-]{2,}\.?(?::\d+)*(?:[/?#@].*)?$/u;
const NAME_AND_PORT = /^[a-z][a-z\d_-]*:\d{2,5}(?:\/.*)?$/i;
const MAILBOX = /^(?:mailto:)?[^\s@:/]+@[^\s@/:]+\.[^\s@/:]+$/i;
/** The notation of `scp` and `git`. */
const REPOSITORY = /^[\w.-]+@[\w.-]+:(?!\d+$)/;
/** A short name with a letter and a digit. */
export const SHORT_NAME = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}-]{1,40}$/u;
/** A name without a dot that can be that of a host. */
export const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
/** A short name as many machines have: `db07`, `web-2`. */
const MACHINE_NAME = /^[a-z]{2,}(?:-[a-z]+)*-?\d{1,3}$/;
const LOCAL_NAME = /^(?:localhost\d?|ip6-[a-z]+|broadcasthost)(?=[:/]|$)|^:::(?:\d+|\*)$/i;
/** The end of a name, in a regular expression or a range: `^.+\.example\.net$`. */
const NAME_END = /[\w*)\]+]\\{0,2}\.[a-z]{2,}(?![\w.(])/i;
const PATTERN = /[\\^$*{}[\]+~]|\w\.\.\w/;

/** Names that exist on each machine or in each cluster. `db1.corp.local` is a name in the domain of a company. */
const LOCAL_HOST =
  /(?:^|\.)localhost$|^[^.]+\.local$|\.(?:cluster\.local|localdomain\d?|docker\.internal|svc)$/i;
const localRanges = new Set(['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast']);

/** Ends of file names that are no domains, then those that are, which are files only among other words. */
const FILE =
  /\.(?:html?|php|m?js|jsx|tsx?|css|json|ya?ml|xml|xsl|conf|cfg|ini|log|txt|csv|sql|jar|war|t?gz|tar|zst|png|jpe?g|gif|svg|ico|pdf|crt|cer|pem|csr|key|lock|toml|env|bak|tmp|sock|service|socket|timer|exe|dll|dat|tfvars|tfstate|hcl|java|class|go|rb|tmpl|j2|woff2?|lua)(?::\d+)*$/i;
const FILE_OR_DOMAIN = /\.(?:tf|md|sh|rs|py|zip|mov|ps|mk)(?::\d+)*$/i;
/** An API group of Kubernetes, or a name of its annotations. */
const API_GROUP = /(?:^|\.)(?:k8s|kubernetes)\.io(?=[/:]|$)/i;
/** `registry.example.com/app:1.2`, `registry.example.com/app@sha256:…` */
const IMAGE = /\/[^/]*[:@]\w[\w.:-]*$/;
/** References of Terraform whose last part is also a domain, and names of settings that begin with the name of a program. */
const REFERENCE =
  /^(?:(?:var|local|module|data|each|self|path)\.(?:\w+\.)*(?:id|name|host|zone|domains?|email|link|network|cloud|services?|systems|ip|zip)$|(?:this|window|document|process|props|item|event|args)\.|\.?(?:values|release|chart|traefik|spring|management|logging|com\.docker|org\.opencontainers)\.)/i;

/** Whether a word has the form of a URL, a host name, `host:port`, an IP address or a network, right or wrong. */
export function looksLikeAddress(word: string): boolean {
  const forms = [SCHEME, IPV4, NAME, NAME_AND_PORT, MAILBOX, REPOSITORY, LOCAL_NAME];
  return forms.some((form) => form.test(word)) || isIpv6(word);
}

/** `12:30:00` and the address of a network card only have colons. */
const isIpv6 = (word: string) =>
  IPV6.test(word) && (/^\[|::/.test(word) || (parseAddress(word)?.bits ?? null) !== null);

/** Whether a host exists on each machine or in each cluster, so that nobody monitors it. */
export function isLocal(word: string): boolean {
  if (LOCAL_NAME.test(word)) return true;
  // A mask, and what Debian writes into each hosts file.
  if (/^255\.\d|^fe00::/.test(word)) return true;
  const host = parseAddress(word.replace(/%\w+|\/\d+$/g, ''))?.host ?? /^[\d.]+/.exec(word)?.[0] ?? '';
  return (
    LOCAL_HOST.test(host) ||
    (isIP(host) !== 0 && ipaddr.isValid(host) && localRanges.has(ipaddr.process(host).range()))
  );
}

/** Values that say that there is no address: none, a switch, a number, a path, the number of a container, an interface, a sum. */
const MEANS_NOTHING =
  /^(?:(?!\d+\.\d+\.\d+$)[^\p{L}?]*|true|false|null|nil|none|n\/a|tbd|unknown|yes|no|on|off|any|all|auto|default|total|(?:eth|ens|eno|bond|wlan|tun|docker|veth)\d+|\/\S*|data:.*|[\da-f]{12}|[\da-f]{64})$/iu;
export const meansNothing = (value: string) => value.length <= 200 && MEANS_NOTHING.test(value.trim());

/** `443`, `443, 8443`, `22/9100` */
const PORTS = /^\d{1,5}(?:\s?[,;/+ ]\s?\d{1,5}){0,20}$/;
/** The ports that a value has below a name of ports: also `9093/tcp`, `tcp/443`, `80 (http)`. Null: it is none. */
export function portsOf(value: string): string | null {
  const numbers = value
    .slice(0, 200)
    .replaceAll(/\/(?:tcp|udp)\b|\b(?:tcp|udp)\b[/:]?|\([\w -]*\)/gi, '')
    .trim();
  return PORTS.test(numbers) ? numbers : null;
}

/** How much of a token is shown, characters. */
const SHOWN = 200;
export const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Classifies a word without the punctuation around it. Null: it does not look like an address. */
export function readToken(word: string, line: number, { place, reason }: Context): Token | null {
  const skipped = (why: SkipReason) => ({ line, text: shortened(word), reason: reason ?? why });
  // Any host, of an Ingress or a gateway.
  if (word === '*' && (place === 'key' || place === 'cell')) return skipped('lookalike');
  if (word.length > LONGEST) return SCHEME.test(word) ? skipped('not_understood') : null;
  const isBare = /^[\p{L}\p{N}_-]+$/u.test(word);
  if (isBare ? place === 'mention' || meansNothing(word) : !looksLikeAddress(word)) {
    if (LOCAL_NAME.test(word)) return skipped('local');
    return place === 'mention' && MACHINE_NAME.test(word) ? skipped('lookalike') : null;
  }
  // A user before a host that has no mailboxes: `root@10.0.0.5`, `admin@web1:2222`.
  const host = word.replace(/^[\w.+-]+@(?=[\w.-]+:\d+$|\d+(?:\.\d+){3}$)/, '');
  if (MAILBOX.test(host)) return skipped('mailbox');
  if (isLocal(host)) return skipped('local');
  const scheme = SCHEME.exec(host)?.[1]?.toLowerCase() ?? null;
  if (scheme === null && isLookalike(host, place)) return skipped('lookalike');
  // `10.0.0.5:8443:443/tcp`: the port of a container follows that of its host.
  const written = host
    .replace(/(?<=\d)(:\d+)(?::\d+)?\/(?:tcp|udp)$/i, '$1')
    .replace(/^(\d+(?:\.\d+){3}:\d+):\d+$/, '$1')
    .replace(/(?<=\w)\/[^?#]*\*.*$/, '')
    .replace(/^\.(?=\w)/, '*.');
  const address = readListedAddress(written, place);
  if (address !== null) return reason === null ? { line, text: shortened(word), address } : skipped(reason);
  if (isBare) return null;
  const isOther =
    (scheme !== null && !checkedSchemes.test(scheme)) ||
    (place === 'mention' && (NAME.test(host) || readListedAddress(written, 'key') !== null));
  return skipped(isOther ? 'lookalike' : 'not_understood');
}

/** The tokens as those of one machine. For `isPrivate` and `isOfSeveral`, `Token` says what they mean. */
export function* withMachine(
  tokens: Iterable<Token | null>,
  machine: Machine,
  isPrivate = false,
  isOfSeveral = false,
): Generator<Token | null> {
  for (const token of tokens) yield token && { ...token, machine, isPrivate, isOfSeveral };
}

/** The tokens of the names and addresses of one machine. */
export function tokensOfMachine(
  names: readonly string[],
  line: number,
  ports: string | null,
  reason: SkipReason | null,
): (Token | null)[] {
  const machine: Machine = { ports };
  return names.map((name) => {
    const token = readToken(name, line, { place: 'cell', reason });
    return token && { ...token, machine };
  });
}

/** Returns the token of a word that is a pattern of host names; null: it is none. */
export function readPattern(word: string, line: number, { reason }: Context): Token | null {
  if (word.length > LONGEST || !PATTERN.test(word) || !NAME_END.test(word)) return null;
  return {
    line,
    text: shortened(word),
    reason: reason ?? (FILE.test(word) ? 'lookalike' : 'not_understood'),
  };
}

function isLookalike(word: string, place: Context['place']): boolean {
  if (API_GROUP.test(word) || IMAGE.test(word) || REPOSITORY.test(word) || word.startsWith('_')) return true;
  const name = word.replace(/[?#].*$/, '');
  if (name.includes('/')) return false;
  return FILE.test(name) || (place === 'mention' && (FILE_OR_DOMAIN.test(name) || REFERENCE.test(name)));
}
