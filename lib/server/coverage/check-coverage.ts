import 'server-only';
import { isIP } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import {
  COVERAGE_MAX_ADDRESSES,
  type Coverage,
  type CoveredAddress,
  type PlacedText,
  type Skipped,
  type SkipReason,
  skipReasons,
} from '../../contract/coverage.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { answerFor, coveringMonitor, createCheckedHosts } from './answer.ts';
import { type ListedAddress, readListedAddress } from './listed-address.ts';
import { readList } from './read-list.ts';
import type { Machine, Token } from './token.ts';

const MAX_EXAMPLES = 200;
const MAX_NOT_LISTED = 10_000;
/** How many addresses are compared with all names of monitors for a slip: each takes about 2 ms. They fill the first page. */
const MAX_NEAR = 50;
const isName = ({ host, isWildcard }: ListedAddress) => isIP(host) === 0 && !isWildcard;

/** An address with its first line. `labels`: the names of the machines that have it. */
interface Listed {
  address: ListedAddress;
  line: number;
  labels: Set<string>;
}

/** The coverage of a list, without what the inventory says about itself. */
export interface CheckedList extends Pick<Coverage, 'data' | 'not_listed'> {
  meta: Omit<Coverage['meta'], 'as_of' | 'inventory'>;
}

/**
 * Returns the answer for each address of a text, the tokens that are no addresses, and the monitors that are not on the list. Each
 * step of the generator is short, so that the event loop can run between two steps.
 *
 * @throws FailureError `too_large` for too many addresses, `no_addresses` without any
 */
export function* checkCoverage(text: string, rows: readonly IndexedMonitor[]): Generator<void, CheckedList> {
  const { format, tokens } = readList(text);
  const addresses = new Map<string, Listed>();
  const skipped = createSkipped();
  /** The address that stands for a machine. */
  const listedOf = new Map<Machine | undefined, Listed>();
  const add = (named: ListedAddress, { line, text, machine }: Token) => {
    const address = ownAddress(named, addresses.get(named.key)?.address) ?? named;
    const known = addresses.get(address.key);
    const listed = known ?? { address, line, labels: new Set() };
    if (known === undefined) addresses.set(address.key, listed);
    else skipped.add('duplicate', { line, text });
    known?.address.others.push(...address.others);
    const label = address === named ? machine?.label : named.host;
    if (label !== undefined) listed.labels.add(label);
    if (machine !== undefined && !listedOf.has(machine)) listedOf.set(machine, listed);
    if (addresses.size > COVERAGE_MAX_ADDRESSES)
      throw new FailureError({ code: 'too_large', what: 'addresses' });
  };
  const details: { token: Token; own: ListedAddress }[] = [];
  for (const token of tokens) {
    yield;
    if (token === null) continue;
    if ('address' in token) add(token.address, token);
    else if (token.own === undefined) skipped.add(token.reason, token);
    else details.push({ token, own: token.own });
  }
  // A name that several machines have, such as the host of their documents, is none of them: each has its own address.
  for (const { token, own } of details) {
    yield;
    const listed = listedOf.get(token.machine);
    if (listed === undefined || listed.labels.size < 2) skipped.add('other_name', token);
    else {
      listed.address.others = listed.address.others.filter((host) => host !== own.host);
      add(own, token);
    }
  }
  const shared = sharedAddresses([...addresses.values()].map(({ address }) => address));
  // Elsewhere, the other names and addresses of a machine are that machine, too.
  const machines = new Map(
    addresses
      .values()
      .flatMap(({ address }) =>
        address.others.filter((host) => !shared.has(host)).map((host) => [host, address] as const),
      ),
  );
  for (const [key, token] of addresses) {
    yield;
    const { host, others } = token.address;
    const machine = machines.get(host);
    if (key !== host || machine === undefined || machine === token.address) continue;
    addresses.delete(key);
    skipped.add('other_name', { line: token.line, text: token.address.text });
    machine.others.push(...others);
  }
  if (addresses.size === 0) throw new FailureError({ code: 'no_addresses', format, skipped: skipped.list() });
  const hosts = yield* createCheckedHosts(rows);
  const counts = { monitored: 0, monitored_otherwise: 0, not_working: 0, not_monitored: 0 };
  const data: CoveredAddress[] = [];
  const listed = new Set<string>();
  for (const { address, line, labels } of addresses.values()) {
    yield;
    const { answer, why, as, monitors, monitor_count } = answerFor(address, hosts, shared, listed);
    counts[answer] += 1;
    const isNearSought = answer === 'not_monitored' && counts.not_monitored <= MAX_NEAR && isName(address);
    const near = isNearSought ? hosts.near(address.host) : null;
    const name = isIP(address.host) === 0 ? null : ([...labels][0] ?? null);
    data.push({ address: address.text, line, name, answer, why, as, near, monitors, monitor_count });
  }
  const left: InventoryMonitor[] = [];
  for (const row of rows) {
    yield;
    if (!listed.has(row.monitor.monitor_uuid)) left.push(row.monitor);
  }
  return {
    data,
    not_listed: left.slice(0, MAX_NOT_LISTED).map(coveringMonitor),
    meta: {
      format,
      tokens: addresses.size + skipped.total(),
      addresses: addresses.size,
      counts,
      skipped: skipped.list(),
      monitors_not_listed: left.length,
    },
  };
}

/**
 * Returns the IP address of a machine whose short name the list gives to a machine with another address, as `web1` at two sites; null:
 * it does not. Its name says nothing about it then.
 */
function ownAddress(
  { host, port, others }: ListedAddress,
  known: ListedAddress | undefined,
): ListedAddress | null {
  const ip = others.find((other) => isIP(other) !== 0);
  if (ip === undefined || known === undefined || host.includes('.') || known.others.includes(ip)) return null;
  if (!known.others.some((other) => isIP(other) !== 0)) return null;
  const text = isIP(ip) === 6 ? `[${ip}]` : ip;
  return readListedAddress(port === null ? text : `${text}:${port}`, 'cell');
}

/** Returns the IP addresses that a list gives to several names, as that of a load balancer: none of the names is the machine. */
function sharedAddresses(addresses: readonly ListedAddress[]): Set<string> {
  const names = new Map<string, string>();
  const shared = new Set<string>();
  for (const { host, others } of addresses) {
    for (const other of others) {
      if (isIP(other) !== 0 && (names.get(other) ?? host) !== host) shared.add(other);
      names.set(other, host);
    }
  }
  return shared;
}

/** Counts tokens by reason, and keeps the first of each. */
function createSkipped() {
  const byReason = new Map<SkipReason, { count: number; examples: PlacedText[] }>();
  return {
    add(reason: SkipReason, { line, text }: PlacedText): void {
      const known = byReason.get(reason) ?? { count: 0, examples: [] };
      byReason.set(reason, known);
      known.count += 1;
      if (known.examples.length < MAX_EXAMPLES) known.examples.push({ line, text });
    },
    total: () => byReason.values().reduce((sum, { count }) => sum + count, 0),
    list: (): Skipped =>
      skipReasons.flatMap((reason) => {
        const known = byReason.get(reason);
        return known === undefined ? [] : [{ reason, count: known.count, examples: known.examples }];
      }),
  };
}

/** How long the event loop is held at a time, milliseconds. */
const SLICE_MS = 8;

/** Runs a generator to its end. The event loop runs after each slice. @param signal aborts it; it then rejects with the signal's reason */
export async function runInSlices<T>(
  work: Iterator<unknown, T>,
  clock: Pick<Clock, 'monotonic'>,
  signal: AbortSignal,
): Promise<T> {
  for (let startedAt = clock.monotonic(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.monotonic() - startedAt < SLICE_MS) continue;
    await setImmediate();
    signal.throwIfAborted();
    startedAt = clock.monotonic();
  }
}
