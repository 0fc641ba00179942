import type { Monitor } from '../fixture.ts';
import { lastCheckAt, NEVER } from './checks.ts';
import type { Choices } from './hash.ts';
import { fraction, generateUuid, hash, pick } from './hash.ts';
import type { Era, Setting, World } from './lifespan.ts';
import { eraAt, isNeverChecked, isPreview, settingIn } from './lifespan.ts';
import type { Health, Service } from './services.ts';
import { REGIONS, ROLES, SERVICES, STAGES, STAGES_IN_TURN } from './services.ts';

/**
 * Returns the state of a monitor at `now`, and the time until which it lasts, Unix milliseconds. A generated monitor can be
 * replaced.
 */
export type MonitorSource = (now: number) => { monitor: Monitor; until: number };

/** Returns `world.count` generated monitors. Their state depends only on the world and the moment. */
export function generateMonitors(world: World): MonitorSource[] {
  return Array.from({ length: world.count }, (_, slot) => {
    let last = monitorIn(world, slot, eraAt(world, slot, 0));
    return (now) => {
      const { era } = last.checked;
      // Only its checks change within an era.
      if (now < era.updatedAt || now >= era.until) last = monitorIn(world, slot, eraAt(world, slot, now));
      const { check, until } = lastCheckAt(world, last.checked, now);
      return { monitor: { ...last.fields, ...check }, until: Math.min(last.checked.era.until, until) };
    };
  });
}

/** Returns what does not change within an era: the fields of a monitor, and what its checks depend on. */
function monitorIn(world: World, slot: number, era: Era) {
  const role = ROLES[slot];
  const { name, service, target, region } = identityOf(world, slot, era.generation);
  const drawn = (setting: Setting) => settingIn(world, slot, era, setting).drawn;
  const fixed = (setting: number) => fraction(world.seed, 'setting', slot, era.generation, setting);
  const isWeb = service.type === 'http' || service.type === 'https';
  const ofWeb = <T>(choices: Choices<T>, at: number) => (isWeb ? pick(choices, at) : null);
  const interval = role?.settings?.interval ?? pick([30, 60, 60, 60, 60, 120, 300, 300], drawn('interval'));
  const inactiveSince = inactiveSinceOf(world, slot, era);
  const health = healthOf(world, slot, era.generation);
  return {
    checked: {
      slot,
      era,
      health,
      service,
      region,
      interval,
      inactiveSince,
      responseMs: role?.responseMs ?? null,
    },
    fields: {
      monitor_uuid: generateUuid(world.seed, slot, era.generation),
      name,
      type: service.type,
      target,
      port: service.port ?? null,
      interval,
      regions: [region.code],
      maintenance_mode: role ? role.maintenance === true : drawn('maintenance') < 0.003,
      description: pick(DESCRIPTIONS, drawn('description')),
      is_active: inactiveSince === null,
      ...NEVER,
      http_method: ofWeb(['GET'] as const, 0),
      expected_status_codes: ofWeb(STATUS_CODES, fixed(2)),
      follow_redirects: ofWeb([true, true, true, true, false], fixed(3)),
      timeout_ms: ofWeb([5000, 10_000, 10_000, 10_000, 15_000], drawn('timeout')),
      ...role?.settings,
      created_at: new Date(era.createdAt).toISOString(),
      updated_at: new Date(era.updatedAt).toISOString(),
    },
  };
}

const STATUS_CODES: Choices<number[]> = [[200], [200], [200], [200, 204]];
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
const COMBINATIONS = SERVICES.length * REGIONS.length;

/** Returns the properties of a monitor that never change: its name, its target and its regions. */
function identityOf(world: World, slot: number, generation: number) {
  const index = slot + (generation & 1) * world.count;
  const turn = index % STAGES_IN_TURN.length;
  const stage = STAGES_IN_TURN[turn] ?? STAGES[0];
  const earlier = STAGES_IN_TURN.slice(0, turn).filter((one) => one === stage).length;
  const inTurn = STAGES_IN_TURN.filter((one) => one === stage).length;
  const inStage = Math.floor(index / STAGES_IN_TURN.length) * inTurn + earlier;
  // All combinations of service and region are used before a higher node number, so names rarely repeat.
  const place = (inStage * 97 + hash(world.seed, 'service', -1)) % COMBINATIONS;
  const region = REGIONS[Math.floor(place / SERVICES.length)] ?? REGIONS[0];
  const node = Math.floor(inStage / COMBINATIONS) + 1;
  if (isPreview(world, slot)) {
    const drawn = fraction(world.seed, 'service', slot, generation);
    const web = WEB_SERVICES[Math.floor(drawn * WEB_SERVICES.length)] ?? SERVICES[0];
    const change = 1000 + (hash(world.seed, 'service', slot, generation) % 9000);
    const target = `https://pr-${change}.${web.slug}.preview.${DOMAIN}/`;
    return { name: `Preview ${change}: ${web.name}`, service: web, target, region };
  }
  const role = ROLES[slot];
  if (role) {
    const service = SERVICES.find(({ slug }) => slug === role.slug) ?? SERVICES[0];
    const target = role.target ?? targetOf(world, slot, generation, service, service.slug);
    return {
      name: role.name ?? service.name,
      service,
      target,
      region: REGIONS[(slot >> 1) % REGIONS.length] ?? REGIONS[0],
    };
  }
  const service = SERVICES[place % SERVICES.length] ?? SERVICES[0];
  const host = `${service.slug}${node > 1 ? `-${node}` : ''}.${region.code}${stage.suffix}`;
  const town = region.code === 'fra1' ? '' : `, ${region.town}`;
  return {
    name: `${service.name}${node > 1 ? ` ${node}` : ''}, ${stage.name}${town}`,
    service,
    target: targetOf(world, slot, generation, service, host),
    region,
  };
}

const DOMAIN = 'stores.example';

function targetOf(world: World, slot: number, generation: number, service: Service, host: string): string {
  const path = service.path ?? '/';
  const isAddress = fraction(world.seed, 'domain', slot, generation) < (service.type === 'ping' ? 0.75 : 0.2);
  switch (service.type) {
    case 'ping':
    case 'tcp':
      return isAddress ? addressOf(hash(world.seed, 'address', slot, generation)) : `${host}.internal`;
    case 'http':
      return `http://${host}.internal${path}`;
    case 'https':
      return `https://${host}.${DOMAIN}${path}`;
  }
}

/** Returns an address for private use (RFC 1918, RFC 4193). */
function addressOf(bits: number): string {
  const [low, middle, high] = [bits & 0xff, (bits >>> 8) & 0xff, (bits >>> 16) & 0xff];
  return bits >>> 30 === 1
    ? `fd00:${high.toString(16)}:${middle.toString(16)}::${(low + 1).toString(16)}`
    : `10.${high}.${middle}.${low}`;
}

/** Returns when an edit switched a monitor off, Unix milliseconds; null: it is active, like nearly all. */
function inactiveSinceOf(world: World, slot: number, era: Era): number | null {
  const role = ROLES[slot];
  if (role) return role.inactive ? era.createdAt + 40 * 86_400_000 : null;
  const { drawn, since } = settingIn(world, slot, era, 'activity');
  return since === era.createdAt || drawn >= 0.02 ? null : since;
}

function healthOf(world: World, slot: number, generation: number): Health {
  const role = ROLES[slot];
  if (role) return role.health ?? 'normal';
  if (isNeverChecked(world, slot)) return 'never';
  const drawn = fraction(world.seed, 'health', slot, generation);
  if (drawn < 0.003) return 'overdue';
  return drawn < 0.006 ? 'down' : 'normal';
}
