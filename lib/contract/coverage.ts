import * as z from 'zod/mini';
import { documented, number, recordOf, text, time } from './documented.ts';
import { listedMonitorSchema } from './monitor.ts';

/** Maximum number of different addresses in a list. */
export const COVERAGE_MAX_ADDRESSES = 20_000;

/** How a list is read: line by line, or as a document. In the last four nothing is compared. */
export const coverageFormatSchema = z.enum([
  'list',
  'json',
  'terraform',
  'kubernetes',
  'har',
  'web_page',
  'nmap_xml',
  'error_message',
  'binary',
]);
export type CoverageFormat = z.infer<typeof coverageFormatSchema>;

/** The answers for an address, the best first. */
const coverageAnswers = ['monitored', 'monitored_otherwise', 'not_working', 'not_monitored'] as const;
export type CoverageAnswer = (typeof coverageAnswers)[number];

/** What an answer can be limited to. */
export const coverageParts = [...coverageAnswers, 'not_listed'] as const;
export type CoveragePart = (typeof coverageParts)[number];

/** The differences of `monitored_otherwise`, then the reasons of `not_working`, which can have a difference, too. The best first. */
export const otherwiseReasons = [
  'path',
  'port',
  'scheme',
  'www',
  'address',
  'network',
  'wildcard',
  'short_name',
] as const;
export const notWorkingReasons = ['overdue', 'never_checked', 'inactive'] as const;

/** Why a token of a list is not compared. Those that may hide a mistake of the list come first. */
export const skipReasons = [
  'not_understood',
  'lookalike',
  'detail',
  'other_name',
  'backend',
  'status',
  'name_server',
  'mailbox',
  'local',
  'document',
  'comment',
  'duplicate',
] as const;
export type SkipReason = (typeof skipReasons)[number];

const coveringMonitorSchema = z.pick(
  listedMonitorSchema,
  recordOf(['monitor_uuid', 'name', 'type', 'target', 'port', 'condition', 'maintenance_mode'], true),
);
export type CoveringMonitor = z.infer<typeof coveringMonitorSchema>;

const coveredAddressSchema = z.object({
  address: text('As written, without user, query and fragment.'),
  line: number('Where it occurs first in the list.'),
  name: documented(
    z.nullable(z.string()),
    'Of an IP address: what the list calls its machine, in the same row or object; null: nothing.',
  ),
  answer: documented(
    z.enum(coverageAnswers),
    'monitored: an active monitor checks this host and, where given, port, scheme and path, also if it is down or in maintenance; monitored_otherwise: one checks something near; not_working: only monitors that are not checking now, of this address or of something near; not_monitored: none does.',
  ),
  why: documented(
    z.nullable(z.enum([...otherwiseReasons, ...notWorkingReasons])),
    'What differs; of not_working it may be why the monitors are not checking. www: the name with or without www; address: its IP address, which the list gives to several names; network: hosts in this network; wildcard: hosts below this domain; short_name: hosts whose first labels are this name.',
  ),
  as: documented(
    z.nullable(z.string()),
    'The other name or address of the same row, line or object that the monitors check; null: this one.',
  ),
  near: documented(
    z.nullable(z.string()),
    'Of not_monitored: a monitored host whose name differs in one or two letters; a hint at a slip. Of the first 50.',
  ),
  monitors: documented(z.array(coveringMonitorSchema), 'The monitors that give the answer, at most 5.'),
  monitor_count: number('All monitors that give the answer.'),
});
export type CoveredAddress = z.infer<typeof coveredAddressSchema>;

const placedTextSchema = z.object({ line: z.number(), text: z.string() });
export type PlacedText = z.infer<typeof placedTextSchema>;

export const skippedSchema = documented(
  z.array(
    z.object({
      reason: z.enum(skipReasons),
      count: z.number(),
      examples: documented(z.array(placedTextSchema), 'The first, at most 200.'),
    }),
  ),
  'The tokens that are not compared, by reason. not_understood: looks like an address and is none, or stands where one should; lookalike: a file, an image, an API group, a version; detail: the value of a record, the past state of a plan, another header of a request, a column beside those that are compared; other_name: another name or address of a compared machine; backend: where a proxy passes requests to; status: what a cluster or a scan reports about itself; name_server, mailbox: of a zone; local: localhost, .local and the like; document: all of a web page, of the XML of nmap or of the message of a tool that failed; comment; duplicate.',
);
export type Skipped = z.infer<typeof skippedSchema>;

/** Response body of `POST /api/coverage`. */
export const coverageSchema = documented(
  z.object({
    data: documented(
      z.array(coveredAddressSchema),
      'One for each different address, in the order of the list. Never empty.',
    ),
    not_listed: documented(
      z.array(coveringMonitorSchema),
      'The monitors whose host is not on the list, by name, at most 10,000.',
    ),
    meta: z.object({
      format: documented(coverageFormatSchema, 'How the list was read. list: line by line.'),
      tokens: number('Everything in the list that looks like an address: addresses, and what was skipped.'),
      addresses: number('Different addresses.'),
      counts: z.object(recordOf(coverageAnswers, z.number())),
      skipped: skippedSchema,
      monitors_not_listed: number('All monitors whose host is not on the list.'),
      as_of: time('When the monitors were read.'),
      inventory: z.object({
        state: documented(
          z.enum(['complete', 'incomplete']),
          'incomplete: some monitors are known to be missing, so that an answer can be too bad.',
        ),
      }),
    }),
  }),
  'Which addresses of a list are monitored.',
);
export type Coverage = z.infer<typeof coverageSchema>;
