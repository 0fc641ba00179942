import type { MonitorType } from '../monitor.ts';
import { DRAW, hash, pick, unit } from './hash.ts';
import type { Era, World } from './lifespan.ts';
import { isPreview } from './lifespan.ts';
import { ROLES } from './roles.ts';
import type { Region, Service } from './services.ts';
import { REGIONS, SERVICES } from './services.ts';

/** The fields of a monitor that never change. */
export interface Identity {
  name: string;
  type: MonitorType;
  target: string;
  port: number | null;
  region: Region;
}

interface Stage {
  name: string;
  slug: string;
}

const STAGES: readonly [Stage, ...Stage[]] = [
  { name: 'production', slug: 'prod' },
  { name: 'staging', slug: 'stg' },
  { name: 'partners', slug: 'ext' },
  { name: 'disaster recovery', slug: 'dr' },
];

const COMBINATIONS = SERVICES.length * STAGES.length * REGIONS.length;

/**
 * The service, stage, region and node of a monitor. All combinations are used before a higher node number, so names
 * rarely repeat.
 */
function deploymentOf(world: World, slot: number, generation: number) {
  const index = slot + (((generation % 8) + 8) % 8) * world.count;
  const place = (index * 7919 + hash(world.seed, DRAW.service, -1)) % COMBINATIONS;
  const service = SERVICES[place % SERVICES.length] ?? SERVICES[0];
  const rest = Math.floor(place / SERVICES.length);
  const stage = STAGES[rest % STAGES.length] ?? STAGES[0];
  const region = REGIONS[Math.floor(rest / STAGES.length)] ?? REGIONS[0];
  return { service, stage, region, node: Math.floor(index / COMBINATIONS) + 1 };
}

function serviceOfType(type: MonitorType, fraction: number, slug?: string): Service {
  const fitting = SERVICES.filter(
    (service) => service.type === type && (slug ?? service.slug) === service.slug,
  );
  return fitting[Math.floor(fraction * fitting.length)] ?? SERVICES[0];
}

/** An address from the ranges reserved for private use and documentation (RFC 1918, RFC 5737, RFC 3849). */
function addressOf(bits: number): string {
  const low = bits & 0xff;
  const middle = (bits >>> 8) & 0xff;
  if (bits >>> 30 === 0) return `192.0.2.${low}`;
  if (bits >>> 30 === 1) return `2001:db8:${middle.toString(16)}::${(low + 1).toString(16)}`;
  return `10.${(bits >>> 16) & 0xff}.${middle}.${low}`;
}

function targetOf(world: World, slot: number, era: Era, service: Service, host: string): string {
  const domain = unit(world.seed, DRAW.domain, slot, era.generation);
  const bits = hash(world.seed, DRAW.address, slot, era.generation);
  switch (service.type) {
    case 'ping':
      return domain < 0.75 ? addressOf(bits) : `${host}.internal`;
    case 'tcp':
      return domain < 0.2 ? addressOf(bits) : `${host}.internal`;
    case 'http':
      return `http://${host}.${domain < 0.7 ? 'internal' : 'test'}${service.path ?? '/'}`;
    case 'https':
      return `https://${host}.${pick(['example.com', 'example.com', 'example.net', 'example.org', 'shop.example'], domain)}${service.path ?? '/'}`;
  }
}

/** Returns the identity of the monitor that a slot holds in an era. */
export function identityOf(world: World, slot: number, era: Era): Identity {
  const deployment = deploymentOf(world, slot, era.generation);
  const role = ROLES[slot];
  if (isPreview(world, slot)) return previewOf(world, slot, era, deployment.region);
  const service = role
    ? serviceOfType(role.type, unit(world.seed, DRAW.service, slot), role.slug)
    : deployment.service;
  const node = deployment.node > 1 ? ` ${deployment.node}` : '';
  const town = deployment.region === REGIONS[0] ? '' : `, ${deployment.region.town}`;
  const host = `${service.slug}${deployment.node > 1 ? `-${deployment.node}` : ''}.${deployment.stage.slug}.${deployment.region.code}`;
  return {
    name: role?.name ?? `${service.name}${node}, ${deployment.stage.name}${town}`,
    type: service.type,
    target: targetOf(world, slot, era, service, host),
    port: service.type === 'tcp' ? (service.port ?? null) : null,
    region: deployment.region,
  };
}

function previewOf(world: World, slot: number, era: Era, region: Region): Identity {
  const service = serviceOfType('https', unit(world.seed, DRAW.service, slot, era.generation));
  const change = 1000 + (hash(world.seed, DRAW.service, slot, era.generation) % 9000);
  return {
    name: `Preview ${change}: ${service.name}`,
    type: 'https',
    target: `https://pr-${change}.${service.slug}.preview.example.com/`,
    port: null,
    region,
  };
}
