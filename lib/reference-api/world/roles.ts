import type { MonitorType } from '../monitor.ts';
import { LONG_NAME } from './services.ts';

/** The state of a monitor's checks. `never`: none yet; `overdue`: checks stopped, but the status is still `up`. */
export type Health = 'normal' | 'down' | 'overdue' | 'never';

interface Role {
  type: MonitorType;
  name?: string;
  /** The monitored service; without it, any service of the type. */
  slug?: string;
  health?: Health;
  inactive?: true;
  maintenance?: true;
}

/**
 * The first monitors have fixed properties, so that even a small organization has every case. They are never removed,
 * and edits do not change these properties.
 */
export const ROLES: readonly Role[] = [
  { type: 'https', slug: 'checkout-api', name: 'Checkout API, production' },
  { type: 'https', health: 'down' },
  { type: 'https', health: 'never' },
  { type: 'https', inactive: true },
  { type: 'tcp', health: 'overdue', slug: 'orders-db', name: 'Orders database, replica' },
  { type: 'https', maintenance: true },
  { type: 'ping' },
  { type: 'http' },
  { type: 'tcp' },
  { type: 'https', slug: 'billing', name: LONG_NAME },
  { type: 'https', slug: 'payments-ar', name: 'بوابة الدفع، الإنتاج' },
  { type: 'https', slug: 'kaiin', name: '会員サイト ログイン' },
  { type: 'ping', slug: 'scanner-gw-lodz', name: 'Warehouse scanner gateway, Łódź' },
];
