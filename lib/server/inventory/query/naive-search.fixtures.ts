import { BlockList, isIP } from 'node:net';
import type { Condition } from '../../../contract/monitor.ts';
import { parseSearch, printSearch } from '../../../contract/search/parse-search.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { checkedAddress, isChecked, pastedAddress, spellings } from './naive-address.fixtures.ts';

/*
 * A slow and simple implementation of the search, written from its description and independent of the tested code.
 */

/** When the searched list was read, epoch ms. Ages count from this time. */
export const SEARCHED_AT = Date.parse('2026-11-20T12:00:00.000Z');

const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
};
const latinOrGreek = /^[\p{Script=Latin}\p{Script=Greek}]$/u;
/** Folds a text letter by letter. */
function fold(text: string): string {
  let folded = '';
  let isMarkDropped = false;
  for (const letter of text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ').replaceAll('ı', 'i')) {
    const isAccent = letter >= '\u0300' && letter <= '\u036f';
    isMarkDropped = isAccent ? isMarkDropped : latinOrGreek.test(letter);
    if (!(isAccent && isMarkDropped)) folded += replacements[letter] ?? letter;
  }
  return folded.normalize('NFC');
}
const conditionWords: Record<Condition, string> = {
  down: 'down',
  overdue: 'overdue',
  unknown: 'unknown',
  pending: 'pending never checked',
  up: 'up',
  inactive: 'inactive paused',
};

/** A word without the punctuation around it if it is a host with a dot in it. */
function bare(typed: string): string {
  const inside = typed.replace(/^[<([{"'`“‘«]+/, '').replace(/[>)\]}"'`”’»,;.!?]+$/, '');
  return /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d+)?(\/\S*)?$/u.test(inside) ? inside : typed;
}

/** Whether a word matches in the name, in the target, in region, type or condition, and in the UUID. */
function matchesByPlace(monitor: InventoryMonitor, typed: string): boolean[] {
  const word = fold(bare(typed));
  const { name, target, port, regions, monitor_uuid, type, condition, maintenance_mode, last_status } =
    monitor;
  const odd = ['up', 'down', null].includes(last_status) ? [] : [last_status ?? ''];
  const texts = [...regions, ...odd, monitor.description?.replaceAll('\n', ' ') ?? ''];
  const words = [
    fold(type),
    ...conditionWords[condition].split(' '),
    ...(maintenance_mode ? ['maintenance'] : []),
    ...(monitor.flapping ? ['flapping'] : []),
  ];
  const isPartOfUuid = /^[\da-f-]+$/.test(word) && word.replaceAll('-', '').length >= 8;
  return [
    fold(name).includes(word),
    spellings(target).some((spelling) =>
      fold(port === null ? spelling : `${spelling}:${port}`).includes(word),
    ),
    texts.some((text) => fold(text).includes(word)) || words.includes(word),
    isPartOfUuid && monitor_uuid.replaceAll('-', '').includes(word.replaceAll('-', '')),
  ];
}

/** Whether an IPv6 address is an IPv4 address. */
function isMapped(ip: string): boolean {
  const all = new BlockList();
  all.addSubnet('0.0.0.0', 0, 'ipv4');
  return all.check(ip, 'ipv6');
}

/** Parses a word as a network; null: it is not a network. */
function networkOf(word: string) {
  const [ip = '', digits = '', ...rest] = word.split('/');
  const length = Number(digits);
  if (isIP(ip) === 0 || rest.length > 0 || !/^\d{1,3}$/.test(digits) || length > (isIP(ip) === 4 ? 32 : 128))
    return null;
  // A network of IPv4 addresses that are written as IPv6 is not supported.
  if (isIP(ip) === 6 && isMapped(ip)) return null;
  const list = new BlockList();
  list.addSubnet(ip, length, isIP(ip) === 4 ? 'ipv4' : 'ipv6');
  return { list, hasIPv4: isIP(ip) === 4 };
}

function checksAddress(monitor: InventoryMonitor, word: string): boolean {
  const checked = checkedAddress(monitor);
  if (checked === null) return false;
  const network = networkOf(word);
  if (network !== null) {
    const version = isIP(checked.host);
    if (version === 0 || (version === 4 && !network.hasIPv4)) return false;
    return network.list.check(checked.host, version === 4 ? 'ipv4' : 'ipv6');
  }
  const pasted = pastedAddress(word);
  return pasted !== null && isChecked(pasted, checked);
}

/** If some monitor checks exactly the address of a word, other targets that contain the word do not match. */
function matchesWord(monitor: InventoryMonitor, word: string, all: readonly InventoryMonitor[]): boolean {
  if (checksAddress(monitor, word)) return true;
  const [inName = false, inTarget = false, ...others] = matchesByPlace(monitor, word);
  const isCheckedByAny = all.some((other) => checksAddress(other, word));
  const [elsewhere = false, inUuid = false] = others;
  return inName || inUuid || (isCheckedByAny ? matchesTypeOrCondition(monitor, word) : inTarget || elsewhere);
}

export function matchesSearch(
  monitor: InventoryMonitor,
  q: string,
  all: readonly InventoryMonitor[],
): boolean {
  return clausesOf(q).every((words) => words.some((word) => isTrue(judgeWord(monitor, word, all))));
}

const matchesTypeOrCondition = (monitor: InventoryMonitor, word: string) =>
  matchesByPlace({ ...monitor, regions: [], last_status: null, description: null }, word)[2] === true;

export const valuesOf = {
  condition: (m: InventoryMonitor) => [m.condition],
  type: (m: InventoryMonitor) => [m.type],
  region: (m: InventoryMonitor) => m.regions,
  is_active: (m: InventoryMonitor) => [`${m.is_active ?? true}`],
  maintenance_mode: (m: InventoryMonitor) => [`${m.maintenance_mode ?? false}`],
  flapping: (m: InventoryMonitor) => [`${m.flapping}`],
  http_method: (m: InventoryMonitor) => [
    m.http_method === undefined ? 'unknown' : (m.http_method ?? 'default'),
  ],
  expected_status_codes: ({ expected_status_codes: codes }: InventoryMonitor) => {
    if (codes === undefined || codes === null) return [codes === null ? 'default' : 'unknown'];
    return codes.length === 0 ? ['none'] : codes.map(String);
  },
  follow_redirects: (m: InventoryMonitor) => [
    m.follow_redirects === undefined ? 'unknown' : `${m.follow_redirects ?? 'default'}`,
  ],
  timeout_ms: (m: InventoryMonitor) => [
    m.timeout_ms === undefined ? 'unknown' : `${m.timeout_ms ?? 'default'}`,
  ],
};
/** The words of a search that the parser accepts and searches, each with its alternatives. */
function clausesOf(q: string): string[][] {
  const pieces = printSearch(parseSearch(q).all ?? [])
    .split(/\s+/)
    .filter(Boolean);
  const words: string[] = [];
  for (let word = pieces.shift(); word !== undefined; word = pieces.shift()) {
    while (/^-?(\w+(:|[<>]=?))?"[^"]*$/.test(word) && pieces.length > 0) word += ` ${pieces.shift()}`;
    words.push(word);
  }
  const clauses: string[][] = [];
  for (const [n, word] of words.entries()) {
    if (word === 'OR') continue;
    if (words[n - 1] === 'OR') clauses.at(-1)?.push(word);
    else clauses.push([word]);
  }
  return clauses;
}

const FIELD =
  /^(is|name|target|description|type|region|port|since|checked|response|interval|method|code|redirects|timeout)(:|[<>]=?)/i;
const isLanguage = (word: string) => /^-[^-]/.test(word) || FIELD.test(word) || unquoted(word) !== null;
/** The text between the quotes of a word; null when it is not in quotes. */
const unquoted = (word: string) => (/^"[^"]+"$/.test(word) ? word.slice(1, -1) : null);
const isTrue = (judged: boolean | null) => judged === true;

/** Whether a word matches a monitor; null: nobody knows. */
function judgeWord(
  monitor: InventoryMonitor,
  word: string,
  all: readonly InventoryMonitor[],
): boolean | null {
  if (/^-[^-]/.test(word)) {
    const judged = judgeWord(monitor, word.slice(1), all);
    return judged === null ? null : !judged;
  }
  const [start, field = '', operator = ''] = FIELD.exec(word) ?? [];
  if (start === undefined) return matchesWord(monitor, unquoted(word) ?? word, all);
  const value = unquoted(word.slice(start.length)) ?? word.slice(start.length);
  const has = (name: keyof typeof valuesOf, wanted = value) => valuesOf[name](monitor).includes(wanted);
  const setting = (name: keyof typeof valuesOf, wanted = value) =>
    has(name, 'unknown') && wanted !== 'unknown' ? null : has(name, wanted);
  const ms = () => {
    const [, count, unit = ''] = /^(\d+)(\D+)$/.exec(value) ?? [];
    return Number(count) * ({ ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5 }[unit] ?? Number.NaN);
  };
  const compare = (known: number | null | undefined, mostKnown = known) => {
    if (known == null || Number.isNaN(known) || mostKnown == null) return null;
    const judge = (n: number) =>
      ({ ':': n === ms(), '<': n < ms(), '<=': n <= ms(), '>': n > ms(), '>=': n >= ms() })[operator];
    return judge(known) === judge(mostKnown) ? (judge(known) ?? null) : null;
  };
  const age = (at: string | null) => (at === null ? null : SEARCHED_AT - Date.parse(at));
  const { condition, interval } = monitor;
  switch (field.toLowerCase()) {
    case 'is':
      if (value === 'active') return has('is_active', 'true');
      if (value === 'maintenance') return has('maintenance_mode', 'true');
      return value === 'flapping' ? has('flapping', 'true') : condition === value;
    case 'name':
      return fold(monitor.name).includes(fold(value));
    case 'description':
      return monitor.description === undefined
        ? null
        : fold(monitor.description?.replaceAll('\n', ' ') ?? '').includes(fold(bare(value)));
    case 'target': {
      if (all.some((other) => checksAddress(other, value))) return checksAddress(monitor, value);
      return matchesByPlace(monitor, value)[1] ?? false;
    }
    case 'port': {
      const port = checkedAddress(monitor)?.port ?? monitor.port;
      return port === null ? null : String(port) === value;
    }
    case 'since': {
      const isBeginningKnown =
        monitor.changed_at !== null ||
        (condition === 'overdue' && monitor.last_check_at !== null) ||
        (condition === 'pending' && monitor.created_at !== null);
      return compare(age(monitor.observed_since), isBeginningKnown ? undefined : Number.POSITIVE_INFINITY);
    }
    case 'checked':
      return compare(age(monitor.last_check_at));
    case 'response':
      return compare(monitor.last_response_time_ms);
    case 'interval':
      return compare(interval === null ? null : interval * 1000);
    case 'method':
      return setting('http_method');
    case 'redirects':
      return setting('follow_redirects');
    case 'timeout':
      if (/^\D/.test(value)) return setting('timeout_ms');
      return operator === ':' ? setting('timeout_ms', String(ms())) : compare(monitor.timeout_ms);
    case 'code': {
      if (!value.endsWith('xx')) return setting('expected_status_codes');
      const { expected_status_codes: codes } = monitor;
      return codes === undefined
        ? null
        : (codes ?? []).some((code) => Math.floor(code / 100) === Number(value[0]));
    }
    default:
      return has(field.toLowerCase() === 'type' ? 'type' : 'region');
  }
}

/** How well a monitor matches a search: the smaller, the better. */
export function naiveRank(monitor: InventoryMonitor, q: string, all: readonly InventoryMonitor[]): number {
  const rankOf = (word: string) => {
    if (!isLanguage(word)) return matchesByPlace(monitor, word).indexOf(true);
    const text = unquoted(word);
    if (text === null || !isTrue(judgeWord(monitor, word, all))) return 0;
    return matchesByPlace(monitor, text).indexOf(true);
  };
  return clausesOf(q).reduce((sum, words) => {
    const matching = words.filter((word) => isTrue(judgeWord(monitor, word, all)));
    return sum + Math.min(...matching.map(rankOf));
  }, 0);
}
