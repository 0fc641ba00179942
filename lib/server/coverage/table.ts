import 'server-only';
import { isIP } from 'node:net';
import { alignedCells, type Cell, cellsOf, wordsOf } from './cells.ts';
import { ownerReason, readData, recordTypeOf } from './dns.ts';
import {
  type Context,
  contextOfNames,
  namesAddresses,
  namesMachine,
  namesOtherMachine,
  namesPort,
  namesPrivately,
  namesStatus,
} from './names.ts';
import {
  LABEL,
  type LineReader,
  looksLikeAddress,
  type Machine,
  meansNothing,
  portsOf,
  readToken,
  shortened,
  type Token,
  withMachine,
} from './token.ts';
import { tokensIn } from './words.ts';

/** A column by its name. */
interface Column {
  context: Context;
  isPort: boolean;
  isType: boolean;
  /** Whether it has the names of the machines, beside columns with their addresses. */
  isName: boolean;
  isPrivate: boolean;
  isOfOther: boolean;
  /** Whether it completes the names of the hosts. */
  isDomain: boolean;
  /** Where it begins in a table that is aligned by spaces. */
  from: number;
}

const SEPARATORS = ['\t', ';', ',', '|', '│'];
/** `sep=;` for Excel, and the lines of a table that is drawn with characters. */
const NO_ROW = /^\s*"?sep=|^(?=.*[-=─])[\s|:+=─-╿-]+$/i;
/** The name of a column: at most three words. */
const COLUMN_NAME = /^(?:[\p{L}#][\p{L}\p{N}_./()#?%&'’-]*(?: [\p{L}\p{N}_./()#?%&'’-]+){0,2})?$/u;
/** The column of the hosts where none says more. */
const OWN_NAME =
  /^(?:(?:node|machine|device|instance|computer|system|vm|display|asset|resource|ci|rechner)?[ _]?name|(?:node|machine|device|instance|computer|system|vm)s?)$/i;
/** `Server 1`, `Server 2`: several machines in one row. */
const ONE_OF_SEVERAL = /^(?:server|host|node|machine|vm) ?\d+$/i;
/** Beside a column of hosts, a column of domains is that of their domains. */
const HOSTS = /^(?:host|server)[ _-]?names?$|^(?:host|server)s?$|^fqdn$/i;
const DOMAIN = /^(?:domain|domäne)$/i;
const DOMAIN_NAME = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i;
/** Beside the name or the state of a virtual machine, a column Host has its hypervisor. */
const VIRTUAL = /^(?:vms?|vm[ _]?name|virtual machine|(?:power ?)?state)$/i;
const HOST = /^host$/i;
const RECORD_TYPE = /^(?:record )?type$/i;
/** The names of the columns of `kubectl get`. They have no spaces but those of two. */
const OF_CLUSTER = /^NAME(?:SPACE)?(?:[-/ ]+[A-Z()]+)+\s*$/;
const TWO_WORDS = /(NOMINATED|READINESS) (?=NODE|GATES)/g;
/** In place of the hosts that `kubectl` has no room for. */
const CUT_OFF = / \+ (\d+) more\.\.\./;
/** How many columns can have a name that matters. A line of 10 MB may have millions. */
const MAX_COLUMNS = 200;

/**
 * Reads tables below the names of their columns: CSV, Markdown, what tools print. Without such names each line is read as others.
 * The columns whose names say that they contain addresses are compared. A row is one machine.
 */
export function createTableReader(): LineReader {
  /** The separator, or null for spaces, and the columns of the table that is being read. */
  let table: { separator: string | null; columns: readonly Column[] } | null = null;
  /** The column of a quoted cell that goes on in the next line; null: none does. */
  let open: number | null = null;
  /** Whether names of columns can follow. In the rows of a table `mail;server` is none. */
  let canBegin = true;
  /** What the row describes that is being read, also in its other lines. */
  let machine: Machine = { ports: null };

  function* readRow(
    text: string,
    line: number,
    cells: readonly Cell[],
    columns: readonly Column[],
    isPart: boolean,
  ): Generator<Token | null> {
    const domain = cells.find((_, index) => columns[index]?.isDomain)?.text ?? '';
    const texts = cells.map(({ text: cell }, index) =>
      DOMAIN_NAME.test(domain) && LABEL.test(cell) && isNamed(columns[index]?.context ?? null)
        ? `${cell}.${domain}`
        : cell,
    );
    const typeAt = columns.findIndex(({ isType }) => isType);
    const nameAt = columns.findIndex(({ isName, context }) => isName || isNamed(context));
    const isRecord = recordTypeOf(texts[typeAt] ?? '') !== null;
    let isEmpty = true;
    const read = isRecord
      ? readRecord(texts, line, typeAt, nameAt)
      : readCells(texts, line, columns, machine);
    for (const token of read) {
      yield token;
      if (token !== null && !('reason' in token && token.reason === 'detail')) isEmpty = false;
    }
    if (isEmpty && !isRecord && !isPart && /[\p{L}?]/u.test(text))
      yield { line, text: shortened(text.trim()), reason: 'not_understood' };
  }

  return function readLine(text, line) {
    if (text.trim() === '') {
      canBegin = true;
      // What a tool prints ends here.
      if (table?.separator === null) table = null;
      return null;
    }
    if (open === null && NO_ROW.test(text)) return [];
    const heading = open === null && canBegin ? headingOf(text) : null;
    canBegin = heading === null && table === null;
    if (heading !== null) {
      table = heading;
      return [];
    }
    if (table === null) return null;
    // A quote that does not end is a mistake of its row.
    if (open !== null && cellsOf(text, table.separator ?? '').length === table.columns.length) open = null;
    const { separator, columns } = table;
    const skipped = open ?? 0;
    const isPart = open !== null;
    const cells =
      separator === null ? alignedCells(text, columns) : cellsOf(isPart ? `"${text}` : text, separator);
    open = cells?.at(-1)?.isOpen ? skipped + cells.length - 1 : null;
    if (!isPart) machine = { ports: null };
    if (cells !== null && (cells.length > 1 || isPart || open !== null))
      return readRow(text, line, cells, columns.slice(skipped), isPart || open !== null);
    // A row of `kubectl` that does not fit its columns; otherwise another list follows.
    if (separator === null && /\S {2,}\S/.test(text))
      return tokensIn(text, line, { place: 'mention', reason: 'not_understood' });
    table = null;
    canBegin = true;
    return null;
  };
}

/** A list of DNS records: the cells before the type are names, those after it are data. Its only name may also follow the type. */
function* readRecord(
  cells: readonly string[],
  line: number,
  typeAt: number,
  nameAt: number,
): Generator<Token | null> {
  const type = recordTypeOf(cells[typeAt] ?? '') ?? '';
  for (const [index, cell] of cells.entries()) {
    if (index < typeAt || index === nameAt)
      yield* tokensIn(cell, line, { place: 'cell', reason: ownerReason(type) });
    else yield* readData(cell, line, type);
  }
}

/** Whether a column has addresses to compare. */
const isNamed = (context: Context | null) => context?.place === 'cell' && context.reason === null;

function* readCells(
  cells: readonly string[],
  line: number,
  columns: readonly Column[],
  machine: Machine,
): Generator<Token | null> {
  const written = cells.find((cell, index) => columns[index]?.isName && !meansNothing(cell));
  machine.label ??= written?.toLowerCase();
  const label = written !== undefined && LABEL.test(written) ? written : undefined;
  for (const [index, cell] of cells.entries()) {
    if (!columns[index]?.isPort) continue;
    const ports = portsOf(cell);
    machine.ports ??= ports;
    if (ports === null && /\d/.test(cell)) yield { line, text: shortened(cell), reason: 'not_understood' };
  }
  const contextAt = (index: number): Context =>
    columns[index]?.context ?? { place: 'mention', reason: 'detail' };
  const hasName = cells.some(
    (cell, index) => isNamed(contextAt(index)) && isIP(cell) === 0 && !meansNothing(cell),
  );
  const hasNamed = columns.some(({ context }) => isNamed(context));
  let isEmpty = true;
  // The names and addresses of a machine follow each other.
  const isOther = (index: number) => columns[index]?.isOfOther ?? false;
  const order = [...cells.keys()].sort((a, b) => Number(isOther(a)) - Number(isOther(b)));
  for (const index of order) {
    const cell = cells[index] ?? '';
    if (cell === label && columns[index]?.isName) continue;
    const { place, reason } = contextAt(index);
    const cut = CUT_OFF.exec(cell)?.[0].trim();
    if (cut !== undefined) yield { line, text: cut, reason: 'not_understood' };
    const content = cell.replace(CUT_OFF, '');
    // Where no column has the name of the machine, a cell that is a host name is.
    const isOfOther = isOther(index);
    const isName = !hasName && !isOfOther && reason === 'detail' && isHostName(cell);
    // Only a single word is a short name: `to be done` is none.
    const isOneName = isName || (isNamed(contextAt(index)) && !/\s/.test(cell));
    const read = tokensIn(content, line, {
      place: isOneName ? 'cell' : place === 'cell' ? 'key' : place,
      reason: isName ? null : reason,
    });
    for (const token of isName || (reason === null && !isOfOther)
      ? withMachine(read, machine, columns[index]?.isPrivate, !isOneName)
      : read) {
      yield token;
      isEmpty &&= (isOfOther && hasNamed) || token === null || 'reason' in token;
    }
  }
  // The name of a row that has no address: beside columns of addresses it is a host's only with a digit or a hyphen.
  if (label === undefined) return;
  yield readToken(
    label,
    line,
    isEmpty ? { place: hasNamed ? 'key' : 'cell', reason: null } : { place: 'mention', reason: 'other_name' },
  );
}

/** Whether a cell has nothing but names of hosts, or URLs with them. */
function isHostName(cell: string): boolean {
  const words = cell.split(/\s*[,;]\s*|\s(?:\/\s)?/, 20).filter(Boolean);
  const isHost = (word: string) => {
    const token = readToken(word, 0, { place: 'mention', reason: null });
    return token !== null && 'address' in token && isIP(token.address.host) === 0;
  };
  return words.length > 0 && words.every(isHost);
}

/** The columns of a line that consists of their names; null for other lines. */
function headingOf(written: string): { separator: string | null; columns: readonly Column[] } | null {
  if (written.length > 4000) return null;
  // `||Host||Port||` of Jira
  const text = written.startsWith('||') ? written.replaceAll('||', '|') : written;
  const separator = SEPARATORS.find((one) => text.includes(one)) ?? null;
  const isOfCluster = OF_CLUSTER.test(text);
  if (separator === null && !isOfCluster && !/\S {2,}\S/.test(text)) return null;
  const cells =
    separator === null ? wordsOf(text.replace(TWO_WORDS, '$1_'), isOfCluster) : cellsOf(text, separator);
  const names = cells.slice(0, MAX_COLUMNS).map((cell) => cell.text.replaceAll('*', ''));
  // Two words with a wide space between them may be a setting with its value.
  const least = separator === null ? 3 : 2;
  if (names.filter(Boolean).length < least || !names.every((name) => COLUMN_NAME.test(name))) return null;
  // `assigned_to.email` is a field of a field.
  if (names.some((name) => looksLikeAddress(name) && !/^[a-z]+_\w*\.\w+$/i.test(name))) return null;
  const hasNamed = names.some(namesAddresses);
  const hasHosts = names.some((name) => HOSTS.test(name));
  if (!hasNamed && !names.some((name) => OWN_NAME.test(name) || RECORD_TYPE.test(name))) return null;
  // Beside the names and addresses of the machine itself, other addresses are of others: `Hostname,IP,Backup server`.
  const hasOwn = names.some(namesMachine);
  const isOfVirtual = names.some((name) => VIRTUAL.test(name)) && names.some((name) => OWN_NAME.test(name));
  // Of the objects of a cluster, only nodes are hosts.
  const isOfNodes = isOfCluster && names.includes('ROLES');
  // `Name,Production,Staging`: each address counts.
  const isUnnamed = !hasNamed && !isOfCluster;
  const columns = names.map((name, index): Column => {
    const said: Context =
      hasHosts && DOMAIN.test(name) ? { place: 'mention', reason: 'lookalike' } : contextOfNames(name);
    const isName = OWN_NAME.test(name) && (!isOfCluster || isOfNodes);
    const isNamed = said.place === 'key';
    const isCompared = isNamed || isUnnamed || isName || ONE_OF_SEVERAL.test(name);
    const isStatus = isOfCluster && !isOfNodes && namesStatus(name);
    return {
      context: {
        place: isNamed ? 'cell' : 'mention',
        reason: isStatus ? 'status' : (said.reason ?? (isCompared ? null : 'detail')),
      },
      isPort: namesPort(name) && !isOfCluster,
      isType: RECORD_TYPE.test(name),
      isName: isName && !isNamed,
      isPrivate: namesPrivately(name),
      isOfOther:
        (isNamed && hasOwn ? !namesMachine(name) : namesOtherMachine(name)) ||
        (isOfVirtual && HOST.test(name)) ||
        ONE_OF_SEVERAL.test(name) ||
        (isUnnamed && !isName),
      isDomain: hasHosts && DOMAIN.test(name),
      from: cells[index]?.from ?? 0,
    };
  });
  return { separator, columns };
}
