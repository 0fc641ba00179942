import 'server-only';
import * as z from 'zod/mini';
import { flappingMeaning } from '@/lib/contract/conditions';
import { documented } from '@/lib/contract/documented';
import { monitorsQuerySchema } from '@/lib/contract/inventory-query';

const exclusion = 'Can be repeated: any of the values. A leading hyphen excludes a value.';

const unknownSetting = `default: not set. Monitors for which it is not known are left out, unless unknown is asked for. ${exclusion}`;

/** The description and the example of each parameter in the query of the list. */
const texts: Record<
  keyof typeof monitorsQuerySchema.shape,
  [description: string, example: string | number | readonly string[]]
> = {
  q: [
    'Words that must all occur, in any order and in any case. A pasted URL is compared in parts. Also "phrases", -word, a OR b, field:value and comparisons, such as response>500ms: docs/search.md describes them. A wrong word is refused, with its place.',
    'checkout -region:fra1 response>500ms',
  ],
  type: [`Type, such as http, https, tcp or ping. ${exclusion}`, ['https', '-ping']],
  condition: [`Condition that Sightline derives. ${exclusion}`, ['down', 'overdue']],
  region: [`Region that checks the monitor. ${exclusion}`, ['eu-central']],
  http_method: [`HTTP method, such as GET; ${unknownSetting}`, ['HEAD', 'POST']],
  expected_status_codes: [`Status codes that are up, such as 200, or none; ${unknownSetting}`, ['301']],
  follow_redirects: [`true or false; ${unknownSetting}`, ['true']],
  timeout_ms: [`Timeout, milliseconds; ${unknownSetting}`, ['30000']],
  is_active: ['Whether the monitor is active. One for which that is unknown counts as active.', 'true'],
  maintenance_mode: [
    'Whether the monitor is in maintenance. One for which that is unknown counts as not.',
    'false',
  ],
  flapping: [`Whether its ${flappingMeaning}`, 'true'],
  rule: ['Only the monitors that a rule of GET /api/review names.', 'expects_redirect_but_follows'],
  group: [
    'Groups the list: the response has groups, in the order of their first monitors, and their pages are counted. domain: the registrable domain. name: a part of the name. By host, domain and name, the monitors that share theirs with no other form one group. A monitor with several regions is in several groups.',
    'region',
  ],
  name_separator: ['Where names are divided into parts. Required by group=name.', ' - '],
  name_part: ['The part of the name, with group=name. The default is first.', 'second'],
  in_group: [
    'Only the monitors of this group, as a list without groups. Together with group; empty for the other monitors.',
    'eu-central',
  ],
  sort: ['Order of the list. Without it, the order of the API: the newest first.', 'attention'],
  order: ['Direction; only together with sort. The default depends on sort.', 'desc'],
  page: ['Page, beginning with 1. Beyond the last page the list is empty.', 1],
  per_page: ['Monitors on a page.', 100],
  facets: ['Whether the response has the number of monitors for each value of each filter.', 'true'],
  history: [
    'Adds to each row what Sightline has observed of it: the last 24 hours, and the availability of 7 and 30 days.',
    '1',
  ],
  groupings: [
    'Adds the groups that each grouping would give. The value is the separator of names; empty for the one that most names have.',
    ' - ',
  ],
};

for (const name of z.keyof(monitorsQuerySchema).options) {
  documented(monitorsQuerySchema.shape[name], ...texts[name]);
}

/** The query of the list with its documentation. The schema of the filters has the same documentation. */
export const documentedMonitorsQuery = monitorsQuerySchema;
