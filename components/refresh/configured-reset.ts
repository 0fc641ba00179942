import type { Usage } from '@/lib/contract/usage';

/** The time at which a quota resets as the operator configured it: "at 00:00 (Europe/Berlin)"; null without. */
export function configuredReset(data: Pick<Usage['data'], 'daily' | 'monthly'>, quota: 'daily' | 'monthly') {
  const local = data[quota].resets_at_local;
  if (local === null) return null;
  const [date, time, zone] = local.split(' ');
  return `${quota === 'monthly' ? `on ${date} ` : ''}at ${time} (${zone})`;
}
