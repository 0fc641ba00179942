import type { Monitor, MonitorType } from '../fixture.ts';

/** A service of the generated organization. `port` is for tcp, `path` for http and https. */
export interface Service {
  name: string;
  slug: string;
  type: MonitorType;
  port?: number;
  path?: string;
}

const web = (name: string, slug: string, path = '/healthz'): Service => ({ name, slug, type: 'https', path });
const plain = (name: string, slug: string, path = '/'): Service => ({ name, slug, type: 'http', path });
const tcp = (name: string, slug: string, port: number): Service => ({ name, slug, type: 'tcp', port });
const ping = (name: string, slug: string): Service => ({ name, slug, type: 'ping' });

/** All services, with realistic proportions of the types: mostly https, some of each other type. */
export const SERVICES: readonly [Service, ...Service[]] = [
  web('Checkout API', 'checkout-api'),
  tcp('Orders database', 'orders-db', 5432),
  web('Identity provider', 'login', '/.well-known/openid-configuration'),
  web('会員サイト ログイン', 'kaiin', '/login'),
  ping('Warehouse scanner gateway, Łódź', 'scanner-gw-lodz'),
  web('Product catalogue', 'catalogue', '/v2/products?limit=1'),
  web('Payments API', 'payments-api'),
  plain('Printer status page', 'printers', '/status'),
  tcp('Session cache', 'session-cache', 6379),
  web('Customer portal', 'portal', '/'),
  web('Search API', 'search-api', '/search?q=ping'),
  ping('Office router', 'office-router'),
  web('Webhook receiver', 'hooks', '/ping'),
  tcp('Mail relay', 'smtp', 587),
  web('بوابة الدفع', 'payments-ar', '/health'),
  web('Invoice renderer', 'invoices'),
  tcp('Name server', 'ns1', 53),
  web('Feature flags', 'flags', '/api/health'),
  web('Image resizer', 'img', '/probe.png'),
  plain('Legacy price feed', 'price-feed', '/prices.xml'),
  web('Shipping quotes', 'shipping'),
  ping('Edge load balancer', 'edge-lb'),
  web('Recommendation engine', 'recommend'),
  tcp('Message broker', 'broker', 5672),
  web('Склад: сканер штрихкодов', 'sklad-scanner', '/api/ping'),
  web('Fraud scoring', 'fraud'),
  web('Partner API', 'partner-api', '/v1/status'),
  tcp('Event stream', 'kafka', 9092),
  web('Documentation', 'docs', '/'),
  web('Größentabelle und Maße', 'groessen', '/'),
  ping('Storage array', 'storage'),
  web('Address lookup', 'addresses', '/lookup?postcode=00000'),
  web('Loyalty points', 'loyalty'),
  tcp('Directory service', 'ldap', 636),
  web('Mobile backend', 'mobile', '/health/ready'),
  web('Building sensors', 'sensors', '/metrics'),
  web('Subscription billing', 'billing'),
  web('결제 게이트웨이', 'gyeolje', '/health'),
  tcp('Inventory database', 'inventory-db', 3306),
  web('Status webhook fan-out', 'fanout'),
  ping('VPN concentrator', 'vpn'),
  web('Returns desk', 'returns'),
  web('Currency rates', 'rates', '/latest.json'),
  tcp('Object store', 'objects', 9000),
  web('Αρχείο παραγγελιών', 'archeio', '/'),
  web('Ticket API', 'tickets'),
  web('Time clock terminals', 'timeclock', '/'),
  web('Data export', 'export', '/status.json'),
  tcp('Telemetry intake', 'mqtt', 8883),
  web('Careers site', 'careers', '/'),
  ping('Warehouse access point', 'wh-ap'),
  web('Gift cards', 'giftcards'),
  web('מערכת הזמנות', 'orders-he', '/health'),
  tcp('Search index', 'search-index', 9200),
  web('Audit sink', 'audit'),
  web('Content delivery origin', 'origin', '/robots.txt'),
  tcp('Backup target', 'backup', 22),
  web('Terms and imprint', 'legal', '/imprint'),
  ping('Core switch', 'core-sw'),
  web('Firmware mirror', 'firmware', '/index.txt'),
];

/** Region codes and the towns they are named after. `extraMs`: additional response time of a check from there. */
export const REGIONS = [
  { code: 'fra1', town: 'Frankfurt', extraMs: 0 },
  { code: 'iad1', town: 'Ashburn', extraMs: 45 },
  { code: 'waw1', town: 'Warsaw', extraMs: 10 },
  { code: 'sin1', town: 'Singapore', extraMs: 95 },
  { code: 'gru1', town: 'São Paulo', extraMs: 110 },
  { code: 'nrt1', town: 'Tokyo', extraMs: 125 },
] as const;
export type Region = (typeof REGIONS)[number];

export const STAGES = [
  { name: 'production', suffix: '' },
  { name: 'staging', suffix: '.staging' },
  { name: 'partners', suffix: '.partners' },
  { name: 'disaster recovery', suffix: '.dr' },
] as const;

const [production, staging, partners, recovery] = STAGES;
/** The stages of consecutive monitors, again and again: most are in production. */
export const STAGES_IN_TURN = [
  ...[production, production, staging, production, production, partners],
  ...[production, staging, production, production, staging, recovery],
] as const;

/**
 * The state of a monitor's checks. `never`: none yet; `overdue`: checks stopped, but the status is still `up`; `flapping`: at
 * times; `expired`: its certificate expired in the night of the incident.
 */
export type Health = 'normal' | 'down' | 'overdue' | 'never' | 'flapping' | 'expired';

type Settings = Pick<
  Monitor,
  'interval' | 'description' | 'http_method' | 'expected_status_codes' | 'follow_redirects' | 'timeout_ms'
>;

interface Role {
  slug: string;
  name?: string;
  target?: string;
  health?: Health;
  inactive?: true;
  maintenance?: true;
  /** The response time of each check, milliseconds. */
  responseMs?: number;
  settings?: Partial<Settings>;
}

/**
 * The first monitors have fixed properties, so that even a small organization has every case. All others are set up
 * well, and each rule of the review finds one of these.
 */
export const ROLES: readonly Role[] = [
  { slug: 'checkout-api' },
  {
    slug: 'rates',
    health: 'expired',
    settings: { description: 'Its certificate is renewed by hand, each year in November. See runbook 4.' },
  },
  { slug: 'groessen', health: 'never' },
  { slug: 'sklad-scanner', inactive: true },
  { slug: 'orders-db', health: 'overdue', name: 'Orders database, replica' },
  { slug: 'archeio', maintenance: true },
  { slug: 'scanner-gw-lodz', name: 'Warehouse scanner gateway, Łódź' },
  {
    slug: 'price-feed',
    name: 'Legacy price feed',
    health: 'down',
    responseMs: 180,
    // Can never succeed, because the status after the redirect is compared.
    settings: { expected_status_codes: [301], follow_redirects: true },
  },
  { slug: 'session-cache', health: 'flapping' },
  {
    slug: 'billing',
    // Too long for any column.
    name:
      'Nightly reconciliation of marketplace settlements against the general ledger, including currency revaluation, ' +
      'tax adjustments and late refunds (owned by Finance Platform, escalates to the on-call accountant, see runbook 17)',
  },
  { slug: 'payments-ar', name: 'بوابة الدفع، الإنتاج' },
  { slug: 'kaiin', name: '会員サイト ログイン' },
  { slug: 'scanner-gw-lodz', name: 'Warehouse scanner gateway, Łódź' },
  {
    slug: 'printers',
    name: 'Printer status page, old office',
    target: 'http://10.20.0.9/status',
    health: 'down',
  },
  {
    slug: 'portal',
    name: 'Customer portal',
    target: 'https://portal.stores.example/',
    settings: { interval: 60, expected_status_codes: [200], timeout_ms: 10_000 },
  },
  {
    slug: 'portal',
    name: 'Customer portal, copy',
    target: 'https://portal.stores.example/',
    settings: { interval: 60, expected_status_codes: [200], timeout_ms: 10_000 },
  },
  { slug: 'audit', settings: { expected_status_codes: [401] } },
  { slug: 'legal', settings: { expected_status_codes: null } },
  { slug: 'img', settings: { http_method: 'HEAD' } },
  { slug: 'hooks', settings: { http_method: 'POST' } },
  { slug: 'backup', settings: { interval: 7200 } },
  { slug: 'fanout', settings: { interval: 30, timeout_ms: 30_000 } },
  { slug: 'export', settings: { interval: 300, timeout_ms: 45_000 } },
  { slug: 'recommend', responseMs: 440, settings: { timeout_ms: 500 } },
  {
    slug: 'docs',
    name: 'Placeholder of the onboarding guide',
    target: 'https://www.example.net/',
    health: 'down',
  },
];
