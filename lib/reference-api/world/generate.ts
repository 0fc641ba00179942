import type { Monitor } from '../fixture.ts';
import { lastCheckAt } from './checks.ts';
import type { Choices } from './hash.ts';
import { fraction, hash, pick, uuidOf } from './hash.ts';
import type { Era, Setting, World } from './lifespan.ts';
import { eraAt, isPreview, settingIn } from './lifespan.ts';
import type { Health, Service } from './services.ts';
import { REGIONS, ROLES, SERVICES, STAGES } from './services.ts';

/**
 * Returns the state of a monitor at `now`, and the time until which it lasts, Unix milliseconds. A generated monitor can be
 * replaced.
 */
export type MonitorSource = (now: number) => { monitor: Monitor; until: number };

/** Returns `world.count` generated monitors. Their state depends only on the world and the moment. */
export function generateMonitors(world: World): MonitorSource[] {
  return Array.from({ length: world.count }, (_, slot) => (now) => {
    const era = eraAt(world, slot, now);
    const { name, service, target, region } = identityOf(world, slot, era.generation);
    const drawn = (setting: Setting) => settingIn(world, slot, era, setting).drawn;
    const fixed = (setting: number) => fraction(world.seed, 'setting', slot, era.generation, setting);
    const isWeb = service.type === 'http' || service.type === 'https';
    const ofWeb = <T>(choices: Choices<T>, at: number) => (isWeb ? pick(choices, at) : null);
    const interval = pick([30, 60, 60, 60, 60, 120, 300, 300], drawn('interval'));
    const inactiveSince = inactiveSinceOf(world, slot, era);
    const health = healthOf(world, slot, era.generation);
    const monitor = { slot, era, health, service, region, interval, inactiveSince };
    const { check, until } = lastCheckAt(world, monitor, now);
    return {
      monitor: {
        monitor_uuid: uuidOf(world.seed, slot, era.generation),
        name,
        type: service.type,
        target,
        port: service.port ?? null,
        interval,
        regions: [region.code],
        maintenance_mode: ROLES[slot] ? ROLES[slot].maintenance === true : drawn('maintenance') < 0.02,
        description: pick(DESCRIPTIONS, drawn('description')),
        is_active: inactiveSince === null,
        ...check,
        http_method: ofWeb(METHODS, fixed(1)),
        expected_status_codes: ofWeb(STATUS_CODES, fixed(2)),
        follow_redirects: ofWeb([true, true, true, true, false, null], fixed(3)),
        timeout_ms: ofWeb([5000, 10_000, 10_000, 10_000, 15_000, 30_000, null], drawn('timeout')),
        ...ROLES[slot]?.settings,
        created_at: new Date(era.createdAt).toISOString(),
        updated_at: new Date(era.updatedAt).toISOString(),
      },
      until: Math.min(era.until, until),
    };
  });
}

const METHODS: Choices<Monitor['http_method']> = [
  ...(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET'] as const),
  ...(['HEAD', 'HEAD', 'POST', 'OPTIONS', null] as const),
];
const STATUS_CODES: Choices<number[] | null> = [
  [200],
  [200],
  [200],
  [200],
  [200, 204],
  [200, 301, 302],
  [401],
  null,
];
const DESCRIPTIONS: Choices<string | null> = [
  null,
  null,
  'Owned by Platform. Page the on-call person only in office hours.',
  'Part of the public status page.',
  'Added after the outage in spring; keep the interval short.',
  'Runs behind the partner gateway, which answers slowly on the first of a month.',
  'See runbook 12.\nRestart the worker first, then the queue.',
  'お客様向けページ。障害時は広報へ連絡。',
];

const WEB_SERVICES = SERVICES.filter(({ type }) => type === 'https');
const COMBINATIONS = SERVICES.length * STAGES.length * REGIONS.length;

/** Returns the properties of a monitor that never change: its name, its target and its regions. */
function identityOf(world: World, slot: number, generation: number) {
  // All combinations of service, stage and region are used before a higher node number, so names rarely repeat.
  const index = slot + (((generation % 8) + 8) % 8) * world.count;
  const place = (index * 7919 + hash(world.seed, 'service', -1)) % COMBINATIONS;
  const rest = Math.floor(place / SERVICES.length);
  const stage = STAGES[rest % STAGES.length] ?? STAGES[0];
  const region = REGIONS[Math.floor(rest / STAGES.length)] ?? REGIONS[0];
  const node = Math.floor(index / COMBINATIONS) + 1;
  if (isPreview(world, slot)) {
    const drawn = fraction(world.seed, 'service', slot, generation);
    const web = WEB_SERVICES[Math.floor(drawn * WEB_SERVICES.length)] ?? SERVICES[0];
    const change = 1000 + (hash(world.seed, 'service', slot, generation) % 9000);
    const target = `https://pr-${change}.${web.slug}.preview.example.com/`;
    return { name: `Preview ${change}: ${web.name}`, service: web, target, region };
  }
  const role = ROLES[slot];
  const service =
    (role ? SERVICES.find(({ slug }) => slug === role.slug) : SERVICES[place % SERVICES.length]) ??
    SERVICES[0];
  const host = `${service.slug}${node > 1 ? `-${node}` : ''}.${stage.slug}.${region.code}`;
  const town = region.code === 'fra1' ? '' : `, ${region.town}`;
  return {
    name: role?.name ?? `${service.name}${node > 1 ? ` ${node}` : ''}, ${stage.name}${town}`,
    service,
    target: targetOf(world, slot, generation, service, host),
    region,
  };
}

function targetOf(world: World, slot: number, generation: number, service: Service, host: string): string {
  const drawn = fraction(world.seed, 'domain', slot, generation);
  const path = service.path ?? '/';
  switch (service.type) {
    case 'ping':
      return drawn < 0.75 ? addressOf(hash(world.seed, 'address', slot, generation)) : `${host}.internal`;
    case 'tcp':
      return drawn < 0.2 ? addressOf(hash(world.seed, 'address', slot, generation)) : `${host}.internal`;
    case 'http':
      return `http://${host}.${drawn < 0.7 ? 'internal' : 'test'}${path}`;
    case 'https':
      return `https://${host}.${pick(['example.com', 'example.com', 'example.net', 'example.org', 'shop.example'], drawn)}${path}`;
  }
}

/** Returns an address reserved for private use or documentation (RFC 1918, RFC 5737, RFC 3849). */
function addressOf(bits: number): string {
  const low = bits & 0xff;
  const middle = (bits >>> 8) & 0xff;
  if (bits >>> 30 === 0) return `192.0.2.${low}`;
  if (bits >>> 30 === 1) return `2001:db8:${middle.toString(16)}::${(low + 1).toString(16)}`;
  return `10.${(bits >>> 16) & 0xff}.${middle}.${low}`;
}

/** Returns when an edit switched a monitor off, Unix milliseconds; null: it is active, like ten of eleven monitors. */
function inactiveSinceOf(world: World, slot: number, era: Era): number | null {
  const role = ROLES[slot];
  if (role) return role.inactive ? era.createdAt + 40 * 86_400_000 : null;
  const { drawn, since } = settingIn(world, slot, era, 'activity');
  return since === era.createdAt || drawn >= 0.24 ? null : since;
}

function healthOf(world: World, slot: number, generation: number): Health {
  const role = ROLES[slot];
  if (role) return role.health ?? 'normal';
  const drawn = fraction(world.seed, 'health', slot, generation);
  if (drawn < 0.01) return 'never';
  if (drawn < 0.02) return 'overdue';
  return drawn < 0.026 ? 'down' : 'normal';
}
