import type { Coverage, CoverageAnswer, CoverageFormat, CoveredAddress } from '@/lib/contract/coverage';

/** The answers as the page shows them, the worst first. */
export const answersByUrgency = [
  'not_monitored',
  'not_working',
  'monitored_otherwise',
  'monitored',
] as const satisfies readonly CoverageAnswer[];

export const answerLabels: Readonly<Record<CoverageAnswer, string>> = {
  not_monitored: 'Not monitored',
  not_working: 'Not working',
  monitored_otherwise: 'Monitored otherwise',
  monitored: 'Monitored',
};

const reasonLabels: Readonly<Record<NonNullable<CoveredAddress['why']>, string>> = {
  path: 'another path',
  port: 'another port',
  scheme: 'another scheme',
  www: 'with or without www',
  network: 'hosts in this network',
  wildcard: 'hosts below this domain',
  maintenance: 'in maintenance',
  overdue: 'overdue',
  never_checked: 'never checked',
  inactive: 'inactive',
};

/** "Not working: inactive". */
export function answerLabel({ answer, why }: Pick<CoveredAddress, 'answer' | 'why'>): string {
  return why === null ? answerLabels[answer] : `${answerLabels[answer]}: ${reasonLabels[why]}`;
}

const formatLabels: Readonly<Record<CoverageFormat, string>> = {
  list: 'a list',
  table: 'a table (CSV)',
  hosts: 'a hosts file',
  sitemap: 'a sitemap',
  sitemap_index: 'a sitemap index',
  json: 'JSON',
  terraform: 'Terraform (JSON)',
  kubernetes: 'Kubernetes (JSON)',
  har: 'a HAR',
  nginx: 'a configuration of nginx',
  caddy: 'a Caddyfile',
};

/** How the list was read, and what follows from that. */
export function formatMessage({ format }: Pick<Coverage['meta'], 'format'>): string {
  const hint =
    format === 'sitemap_index'
      ? ' It names sitemaps, which are not requested: to compare the pages, paste the sitemaps.'
      : '';
  return `Read as ${formatLabels[format]}.${hint}`;
}
