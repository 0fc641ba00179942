import 'server-only';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Coverage, CoveragePart, CoveredAddress } from '../../contract/coverage.ts';
import { answerLabel, skipLabels } from '../../text/coverage-label.ts';
import type { Clock } from '../clock.ts';
import { checkCoverage, runInSlices } from '../coverage/check-coverage.ts';
import { decodeList } from '../coverage/read-list.ts';
import { FailureError } from '../errors.ts';
import type { Inventory, ShownInventory } from '../inventory/inventory.ts';
import { type Export, type ExportFormat, exportFile, withTimeout } from './export-file.ts';
import { incompleteBody, readBody } from './http.ts';

/** Maximum size of a list of addresses, bytes. */
const LIST_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum number of lists that are compared at a time. Each can take 100 MB. */
const MAX_AT_ONCE = 3;
const BUSY_MS = 3000;

/** Compares lists of addresses with the inventory. Stores no list, and sends no upstream request. */
export function createCoverage({ inventory, clock }: { inventory: Pick<Inventory, 'shown'>; clock: Clock }) {
  let running = 0;

  /**
   * Compares a list that has been read. Only this takes a place: a client that sends or reads slowly holds none.
   *
   * @throws FailureError `busy`, `inventory_incomplete`, `too_large`, `no_addresses`
   */
  async function compare(
    text: string,
    { state, index, asOf }: ShownInventory,
    signal: AbortSignal,
  ): Promise<Coverage> {
    if (index === null || state === 'reading') throw new FailureError({ code: 'inventory_incomplete' });
    if (running >= MAX_AT_ONCE) throw new FailureError({ code: 'busy', retryAt: clock.now() + BUSY_MS });
    running += 1;
    try {
      // In this order the monitors that are not on the list are shown.
      const rows = index.ordering('name', 'asc');
      const { data, not_listed, meta } = await runInSlices(checkCoverage(text, rows), clock, signal);
      const as_of = new Date(asOf).toISOString();
      return { data, not_listed, meta: { ...meta, as_of, inventory: { state } } };
    } finally {
      running -= 1;
    }
  }

  return {
    /** Compares a list that has already been read. @throws FailureError as `compare` */
    compareAddresses: (text: string, signal: AbortSignal): Promise<Coverage> =>
      compare(text, inventory.shown(), signal),
    /** Answers the list in the body of a request. @throws FailureError as `compare` */
    async checkCoverage(
      request: Request,
      format: ExportFormat & { query?: { answer?: CoveragePart } },
    ): Promise<Export> {
      const text = decodeList(await readBody(request, LIST_MAX_BYTES));
      const shown = inventory.shown();
      const { answer } = format.query ?? {};
      const compared = await compare(text, shown, request.signal).catch((error: unknown) => {
        // The client has disconnected. This is no bug, and nobody receives the response.
        throw request.signal.aborted ? new FailureError(incompleteBody) : error;
      });
      const coverage =
        answer === undefined
          ? compared
          : { ...compared, data: compared.data.filter((row) => row.answer === answer) };
      const { asOf, missing } = shown;
      const file = exportFile({
        name: 'coverage',
        asOf,
        format,
        clock,
        missing: missing?.count ?? 0,
        records: () => recordsOf(coverage, answer, format.spreadsheet),
        columns: answer === 'not_listed' ? monitorColumns : columnsOf(format),
      });
      return format.format === 'csv' ? file : { ...file, open: () => withTimeout(jsonOf(coverage), clock) };
    },
  };
}

/** The response as a stream, because 20,000 addresses as one text would hold the event loop for too long. */
function jsonOf({ data, ...rest }: Coverage): Readable {
  function* parts(): Generator<string> {
    let separator = '{"data":[';
    for (const row of data) {
      yield separator + JSON.stringify(row);
      separator = ',';
    }
    yield `],${JSON.stringify(rest).slice(1)}`;
  }
  return Readable.from(parts(), { objectMode: false });
}

/** The columns of CSV for the monitors that are not on the list. */
const monitorColumns = Object.fromEntries(
  ['name', 'type', 'target', 'port', 'condition', 'maintenance_mode', 'monitor_uuid'].map((name) => [
    name,
    name,
  ]),
);

/** The columns of CSV. A spreadsheet has the words of the page in place of codes. */
function columnsOf({ spreadsheet }: ExportFormat): Record<string, string> {
  const answer = spreadsheet ? ['answer_label'] : ['answer', 'answer_label', 'why'];
  const monitors = ['monitor_count', 'monitor_names', 'monitor_uuids'];
  return Object.fromEntries(
    ['address', 'line', 'name', ...answer, 'as', 'near', ...monitors].map((name) => [name, name]),
  );
}

/** The lines of a file. @param answer what it is limited to; undefined: nothing */
function recordsOf(coverage: Coverage, answer: CoveragePart | undefined, isForSpreadsheet: boolean) {
  if (answer === 'not_listed') return coverage.not_listed.values();
  return answer === undefined && isForSpreadsheet
    ? rowsOfSheet(coverage)
    : coverage.data.values().map(csvRecord);
}

/** The rows of a spreadsheet: the addresses, what was not compared, and the monitors that are not on the list, as on the page. */
function* rowsOfSheet({ data, not_listed, meta }: Coverage): Generator<object> {
  yield* data.map(csvRecord);
  for (const { reason, examples } of meta.skipped) {
    const answer_label = `Not compared: ${skipLabels[reason].title.toLowerCase()}`;
    for (const { line, text } of examples) yield { address: text, line, answer_label };
  }
  for (const { name, target, port, monitor_uuid } of not_listed)
    yield {
      address: port === null ? target : `${isIP(target) === 6 ? `[${target}]` : target}:${port}`,
      answer_label: 'Not on the list',
      monitor_names: name,
      monitor_uuids: [monitor_uuid],
    };
}

function csvRecord(row: CoveredAddress): object {
  return {
    ...row,
    answer_label: answerLabel(row),
    monitor_names: row.monitors.map(({ name }) => name).join('; '),
    monitor_uuids: row.monitors.map(({ monitor_uuid }) => monitor_uuid),
  };
}
