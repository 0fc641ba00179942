import type {
  Coverage,
  CoverageAnswer,
  CoverageFormat,
  CoveredAddress,
  SkipReason,
} from '@/lib/contract/coverage';

/** The answers as the page shows them, the worst first. */
export const answersByUrgency = [
  'not_monitored',
  'not_working',
  'monitored_otherwise',
  'monitored',
] as const satisfies readonly CoverageAnswer[];

export const answerLabels: Readonly<Record<CoverageAnswer, string>> = {
  not_monitored: 'Not monitored',
  not_working: 'Not being checked',
  monitored_otherwise: 'Only another path or port',
  monitored: 'Monitored',
};

const reasonLabels: Readonly<Record<NonNullable<CoveredAddress['why']>, string>> = {
  path: 'Only another path',
  port: 'Only another port',
  scheme: 'Only another scheme',
  www: 'Only with or without www',
  network: 'Hosts in this network',
  wildcard: 'Hosts below this domain',
  overdue: 'Not being checked: overdue',
  never_checked: 'Not being checked yet',
  inactive: 'Not being checked: inactive',
};

/** How many of the shown monitors of an address are down. */
export function downOf({ monitors, monitor_count }: CoveredAddress): 'none' | 'some' | 'all' {
  const down = monitors.filter(({ condition }) => condition === 'down').length;
  if (down === 0) return 'none';
  return down === monitor_count ? 'all' : 'some';
}

/** "Not being checked: inactive". A monitored host that is down or in maintenance says so. */
export function answerLabel(row: CoveredAddress): string {
  if (row.why !== null) return reasonLabels[row.why];
  if (row.answer !== 'monitored') return answerLabels[row.answer];
  const inMaintenance = row.monitors.every(({ maintenance_mode }) => maintenance_mode === true);
  const down = { none: '', some: ', partly down', all: ', down now' }[downOf(row)];
  return `Monitored${down}${inMaintenance ? ', in maintenance' : ''}`;
}

const formatLabels: Readonly<Record<CoverageFormat, string>> = {
  list: 'a list',
  table: 'a table (CSV)',
  zone: 'a DNS zone',
  nmap: 'a scan (nmap)',
  json: 'JSON',
  terraform: 'Terraform (JSON)',
  kubernetes: 'Kubernetes',
  har: 'a HAR',
  web_page: 'a web page, so that nothing in it was compared: an export that failed often ends in one',
};

/** How the list was read. */
export const formatMessage = ({ format }: Pick<Coverage['meta'], 'format'>) =>
  `Read as ${formatLabels[format]}.`;

/** Why tokens are not compared: a title, and what they are. */
export const skipLabels: Readonly<Record<SkipReason, { title: string; meaning: string }>> = {
  not_understood: {
    title: 'Not understood',
    meaning: 'They may be addresses: correct them, or leave them out.',
  },
  lookalike: {
    title: 'Only look like hosts',
    meaning: 'Files, images, API groups, versions, names of settings.',
  },
  detail: { title: 'Details', meaning: 'Values of DNS records, other columns, past states, other requests.' },
  status: {
    title: 'Reported by a cluster or scan',
    meaning: 'Load balancers, addresses of containers, hosts that were down in a scan.',
  },
  name_server: {
    title: 'Name servers',
    meaning: 'The name servers and resolvers of a zone or a configuration.',
  },
  mailbox: { title: 'Mailboxes', meaning: 'E-mail addresses, also that of a zone.' },
  local: { title: 'Local names', meaning: 'localhost, loopback, .local: they exist on each machine.' },
  comment: { title: 'In comments', meaning: 'Addresses in comments are not part of the list.' },
  duplicate: { title: 'More than once', meaning: 'Compared only once.' },
};
