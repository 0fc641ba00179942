import type { MonitorSource } from '../source.ts';
import { lastCheckAt } from './checks.ts';
import { uuidOf } from './hash.ts';
import { identityOf } from './identity.ts';
import type { World } from './lifespan.ts';
import { eraAt } from './lifespan.ts';
import { activityOf, healthOf, httpSettingsOf, settingsOf } from './settings.ts';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * Returns the monitors of a generated organization, always `world.count` of them. Their state at a moment depends only
 * on the world and on that moment, never on earlier calls.
 */
export function generateMonitors(world: World): MonitorSource[] {
  return Array.from({ length: world.count }, (_, slot) => monitorInSlot(world, slot));
}

function monitorInSlot(world: World, slot: number): MonitorSource {
  return {
    entryAt(now) {
      const era = eraAt(world, slot, now);
      return {
        uuid: uuidOf(world.seed, slot, era.generation),
        createdAt: era.createdAt,
        type: identityOf(world, slot, era).type,
        isActive: activityOf(world, slot, era).isActive,
        from: era.from,
        until: era.until,
      };
    },
    stateAt(now) {
      const era = eraAt(world, slot, now);
      const identity = identityOf(world, slot, era);
      const settings = settingsOf(world, slot, era);
      const { type, region } = identity;
      const check = lastCheckAt(
        world,
        { slot, era, settings, health: healthOf(world, slot, era), type, region },
        now,
      );
      const monitor = {
        monitor_uuid: uuidOf(world.seed, slot, era.generation),
        name: identity.name,
        type,
        target: identity.target,
        port: identity.port,
        interval: settings.interval,
        regions: [region.code],
        maintenance_mode: settings.maintenance,
        description: settings.description,
        is_active: settings.isActive,
        last_check_at: check.at === null ? null : iso(check.at),
        last_status: check.status,
        last_response_time_ms: check.responseMs,
        ...httpSettingsOf(world, slot, era, type),
        created_at: iso(era.createdAt),
        updated_at: iso(era.updatedAt),
      };
      // Valid from `now`, because the start of this state is not computed.
      return { monitor, from: now, until: Math.min(era.until, check.until) };
    },
  };
}
