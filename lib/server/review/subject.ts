import 'server-only';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';

/** A monitor that is judged. A setting that is absent is not known. */
export type Subject = Pick<IndexedMonitor, 'monitor' | 'address'>;

/** Whether a rule names a monitor; null: not known. */
export type Verdict = boolean | null;

/** Whether a monitor is checked by http or https. */
export function isWeb({ type, unknown_fields }: IndexedMonitor['monitor']): Verdict {
  return unknown_fields.includes('type') ? null : type === 'http' || type === 'https';
}

/** Whether a monitor is checked by plain http. The scheme of its target is more precise than its type. */
export function isPlainHttp({ monitor }: Pick<Subject, 'monitor'>): Verdict {
  const web = isWeb(monitor);
  if (!web) return web;
  if (monitor.unknown_fields.includes('target')) return null;
  const [, scheme = monitor.type] = /^([a-z][a-z\d+.-]*):\/\//i.exec(monitor.target) ?? [];
  return scheme.toLowerCase() === 'http';
}
