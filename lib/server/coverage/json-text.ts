import 'server-only';
import type { CoverageFormat, SkipReason } from '../../contract/coverage.ts';
import { ownerReason, ownerText, readData, recordTypeOf } from './dns.ts';
import { contextOfNames, namesMachine, namesPort, namesPrivately, reasonOfPath } from './names.ts';
import { LABEL, type Machine, portsOf, readToken, type Token, withMachine } from './token.ts';
import { piecesOf, tokensIn, tokensOfValue } from './words.ts';

/** An object or array that is being read. */
interface Frame {
  /** The key of the value that is read now; of an array its own key. */
  name: string;
  isArray: boolean;
  /** The type of the DNS record that an object describes; null: it describes none. */
  record: string | null;
  /** The value of its key `id`. */
  id: string;
  machine: Machine;
}

/** Maximum depth. No tool writes documents that are nested deeper. */
const DEEPEST = 200;
const JSON_TOKENS = /[{}[\],:"\n]|\/\/[^\n]*|[^\s{}[\],:"]+/g;
/** Records of DNS, which a document with any has near its beginning, characters. */
const RECORDS = /"type"\s*:\s*"(?:[^"/]*\/[^"]*\/)?(?:A|AAAA|CNAME)"/i;
const RECORDS_START = 500_000;
/** Keys of a DNS record for its owner. */
const OWNER_KEY = /^(?:(?:record_?|host_?)?name|fqdn|host|owner)$/i;

/** Whether the beginning of a text is that of a JSON document, and not of `[::1]:80`, `[group]` or of a Caddyfile's options. */
export function isJson(start: string): boolean {
  return /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:["{[\]]|$))/.test(start);
}

/** Recognizes the tool by keys at the beginning of its document. */
export function jsonFormatOf(start: string): CoverageFormat {
  if (/^\s*\{\s*"log"\s*:\s*\{/.test(start)) return 'har';
  if (/"terraform_version"\s*:/.test(start)) return 'terraform';
  if (/"apiVersion"\s*:/.test(start)) return 'kubernetes';
  return /^\s*\[\s*"/.test(start) ? 'list' : 'json';
}

/** Yields the tokens of the keys and values of a JSON document, also of one that is cut off. Nothing holds the whole document. */
export function* readJson(text: string, format: CoverageFormat): Generator<Token | null> {
  const hasRecords = RECORDS.test(text.slice(0, RECORDS_START));
  const tokens = new RegExp(JSON_TOKENS);
  const frames: Frame[] = [];
  let line = 1;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    const frame = frames.at(-1);
    yield null;
    if (token === '\n') line += 1;
    else if (token === '}' || token === ']') frames.pop();
    else if (token === '{' || token === '[') {
      if (frames.length === DEEPEST)
        return yield { line, text: '… (nested too deeply)', reason: 'not_understood' };
      const isArray = token === '[';
      const record = hasRecords && !isArray ? recordAt(text, match.index) : null;
      const name = isArray ? (frame?.name ?? '') : '';
      frames.push({ name, isArray, record, id: '', machine: machineOf(frames) });
    } else if (token === '"') {
      const end = yield* endOfString(text, tokens.lastIndex);
      const content = text.slice(tokens.lastIndex, end);
      tokens.lastIndex = end + 1;
      if (frame?.isArray === false && isKey(text, end + 1)) {
        frame.name = unescaped(content.slice(0, 300));
        yield readKey(frame.name, line, reasonOfPath(namesOf(frames), format));
      } else if (end === text.length) yield* readCut(content, line);
      else yield* readValue(content, line, frames, format);
    } else if (frame?.name === 'id' && /^\d+$/.test(token)) frame.id = token;
    else if (frame && /^\d+$/.test(token) && namesPort(frame.name)) addPorts(frame, token);
    else if (token !== ',' && token !== ':')
      yield* tokensIn(token, line, { place: 'mention', reason: token.startsWith('//') ? 'comment' : null });
  }
  if (frames.length > 0) yield { line, text: '… (the document ends here)', reason: 'not_understood' };
}

/** What an object describes: the machine of the one around it if it is its address or has its ports (`"primary_ip": {…}`), else its own. */
function machineOf(frames: readonly Frame[]): Machine {
  const around = frames.at(-1);
  const isOfMachine = around !== undefined && (namesMachine(around.name) || namesPort(around.name));
  if (isOfMachine && !around.isArray) return around.machine;
  const [group, name = ''] = namesOf(frames).slice(-2);
  // `{"hostvars": {"db01": {…}}}` of Ansible
  return { ports: null, label: group === 'hostvars' && LABEL.test(name) ? name.toLowerCase() : undefined };
}

function addPorts({ machine }: Frame, ports: string): void {
  machine.ports = machine.ports === null ? ports : `${machine.ports},${ports}`;
}

/** Reads the text that ends with the document: the last word of it is incomplete. */
function* readCut(content: string, line: number): Generator<Token | null> {
  for (const piece of piecesOf(content))
    yield* tokensIn(piece, line, { place: 'mention', reason: 'not_understood' });
}

function* readValue(
  content: string,
  line: number,
  frames: readonly Frame[],
  format: CoverageFormat,
): Generator<Token | null> {
  const frame = frames.at(-1);
  const names = namesOf(frames);
  const [name = '', above = ''] = names.toReversed();
  const said = contextOfNames(name, above);
  if (frame?.name === 'id') frame.id = content;
  if (frame?.name === 'name' && LABEL.test(content)) frame.machine.label ??= content.toLowerCase();
  const ports = frame && namesPort(name) ? portsOf(content) : null;
  if (frame && ports !== null) addPorts(frame, ports);
  const isOwnLink =
    frame !== undefined && frame.id !== '' && content.replace(/\/$/, '').endsWith(`/${frame.id}`);
  // ServiceNow writes the link of a field to the record that the field has.
  const isOfField = name === 'link' && content.includes('/api/');
  const reason = isOwnLink || isOfField ? 'detail' : reasonOfPath(names, format);
  const record = frames.findLast((frame) => frame.record !== null);
  const isOwner = record !== undefined && record === frame && OWNER_KEY.test(name);
  // Terraform and browsers write other values under such keys, too: `"domain": "vpc"`, `data:` URLs.
  const isValue = (said.place === 'key' || names.length === 0) && format !== 'terraform' && format !== 'har';
  for (const piece of piecesOf(content)) {
    yield null;
    const value = unescaped(piece);
    if (reason !== null) yield* tokensIn(value, line, { place: 'mention', reason });
    else if (isOwner)
      // Terraform has the short name of a record beside its full one.
      yield* withMachine(
        [readToken(ownerText(value), line, { place: 'key', reason: ownerReason(record.record ?? '') })],
        record.machine,
      );
    else if (record?.record) yield* readData(value, line, record.record);
    else {
      const read = isValue && piece.length === content.length ? tokensOfValue : tokensIn;
      const place =
        names.length === 0 ? placeOf(value) : isValue || /\W/.test(value) ? said.place : 'mention';
      // `"name": "db.example.com"` beside its address or port
      const isName = namesMachine(name) || (name === 'name' && content.includes('.'));
      const isOfMachine = format !== 'kubernetes' && isName && frame?.isArray === false;
      const tokens = read(value, line, { place, reason: said.reason });
      yield* isOfMachine ? withMachine(tokens, frame.machine, namesPrivately(name)) : tokens;
    }
  }
}

/** The place of an element of a list. */
const placeOf = (value: string) => (/\s/.test(value.trim()) ? 'mention' : 'cell');

/** The keys that lead to a value. */
const namesOf = (frames: readonly Frame[]) =>
  frames.filter(({ isArray }) => !isArray).map(({ name }) => name);

/** A key can be a host: `{"shop.example.com": {…}}`. One with a slash is the name of an annotation. */
function readKey(name: string, line: number, reason: SkipReason | null): Token | null {
  const isAnnotation = name.includes('/') && !name.includes('://');
  return readToken(name, line, { place: 'mention', reason: reason ?? (isAnnotation ? 'lookalike' : null) });
}

function isKey(text: string, from: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = from;
  return colon.test(text);
}

/** Returns where a string ends: its closing quote, or the end of the text. A string of 10 MB has several steps. */
function* endOfString(text: string, from: number): Generator<null, number> {
  let end = text.indexOf('"', from);
  for (let quotes = 1; end >= 0; quotes += 1) {
    let start = end;
    while (start > from && text[start - 1] === '\\') start -= 1;
    if ((end - start) % 2 === 0) return end;
    if (quotes % 10_000 === 0) yield null;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, hex: string | undefined, one: string) =>
    hex === undefined ? (/[nrtbf]/.test(one) ? '\n' : one) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** How far the type of a record may be from its beginning, characters. */
const RECORD_LENGTH = 2000;
/** The own key `type` of an object, after values that nest once. */
const OWN_TYPE = /^\{(?:[^{}[\]]|\[[^[\]]*\]|\{[^{}]*\})*?"type"\s*:\s*"([^"]*)"/i;

/** The type of the DNS record that an object describes, by its own key `type`. The key may follow the name. */
const recordAt = (text: string, from: number) =>
  recordTypeOf(OWN_TYPE.exec(text.slice(from, from + RECORD_LENGTH))?.[1] ?? '');
