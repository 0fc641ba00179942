import * as z from 'zod/mini';
import { documented, number, text, time } from './documented.ts';
import { listedMonitorSchema } from './monitor.ts';
import { recordOf } from './record-of.ts';

/** Maximum number of entries of a list: different addresses, and texts that are not addresses. */
export const COVERAGE_MAX_ENTRIES = 100_000;

/** The formats of lists that Sightline recognizes. */
const coverageFormats = [
  ...(['list', 'table', 'hosts', 'sitemap', 'sitemap_index'] as const),
  ...(['json', 'terraform', 'kubernetes', 'har', 'nginx', 'caddy'] as const),
] as const;
export type CoverageFormat = (typeof coverageFormats)[number];

/** The answers for an address, the best first. */
const coverageAnswers = ['monitored', 'monitored_otherwise', 'not_working', 'not_monitored'] as const;
export type CoverageAnswer = (typeof coverageAnswers)[number];

/** The reasons of `monitored_otherwise`, then those of `not_working`: the best first. */
export const otherwiseReasons = ['path', 'port', 'scheme', 'www', 'network', 'wildcard'] as const;
export const notWorkingReasons = ['maintenance', 'overdue', 'never_checked', 'inactive'] as const;

const coveringMonitorSchema = z.pick(
  listedMonitorSchema,
  recordOf(['monitor_uuid', 'name', 'type', 'target', 'port', 'condition'], true),
);
export type CoveringMonitor = z.infer<typeof coveringMonitorSchema>;

const coveredAddressSchema = z.object({
  address: text('As written, without user, query and fragment.'),
  line: number('Where it occurs first in the list.'),
  answer: documented(
    z.enum(coverageAnswers),
    'monitored: a monitor that works checks this host and, where given, port, scheme and path; monitored_otherwise: one checks something near; not_working: only monitors that do not work check it; not_monitored: none does.',
  ),
  why: documented(
    z.nullable(z.enum([...otherwiseReasons, ...notWorkingReasons])),
    'What differs, or why its monitors do not work. www: the name with or without www; network: hosts in this network; wildcard: hosts below this domain.',
  ),
  monitors: documented(z.array(coveringMonitorSchema), 'The monitors that give the answer, at most 5.'),
  monitor_count: number('All monitors that give the answer.'),
});
export type CoveredAddress = z.infer<typeof coveredAddressSchema>;

/** Response body of `POST /api/coverage`. */
export const coverageSchema = documented(
  z.object({
    data: documented(
      z.array(coveredAddressSchema),
      'One for each different address, in the order of the list.',
    ),
    not_listed: documented(
      z.array(coveringMonitorSchema),
      'The monitors whose host is not on the list, at most 10,000.',
    ),
    meta: z.object({
      format: documented(z.enum(coverageFormats), 'What the list was recognized as.'),
      addresses: number('Different addresses.'),
      counts: z.object(recordOf(coverageAnswers, z.number())),
      not_understood: documented(
        z.array(z.object({ line: z.number(), text: z.string() })),
        'Lines and values without an address, at most 1,000.',
      ),
      not_understood_count: z.number(),
      duplicates: documented(
        z.array(z.string()),
        'Addresses that occur more than once in a list, a table, a hosts file or a sitemap.',
      ),
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
