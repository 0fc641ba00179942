import type { Monitor, MonitorType } from './monitor.ts';

/** What the order and the filters of the list depend on; holds for from <= now < until (Unix milliseconds). */
export interface Standing {
  uuid: string;
  createdAt: number;
  type: MonitorType;
  isActive: boolean;
  from: number;
  until: number;
}

/** A monitor as it is for from <= now < until (Unix milliseconds). */
interface Reading {
  monitor: Monitor;
  from: number;
  until: number;
}

/** Where a monitor comes from: hand-made ones stay as they are, generated ones live. */
export interface MonitorSource {
  standingAt(now: number): Standing;
  readingAt(now: number): Reading;
}

/** A monitor that stays as it was given. */
export function handMade(monitor: Monitor): MonitorSource {
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const standing: Standing = {
    uuid: monitor.monitor_uuid,
    createdAt: Date.parse(monitor.created_at),
    type: monitor.type,
    isActive: monitor.is_active,
    ...always,
  };
  const reading: Reading = { monitor, ...always };
  return { standingAt: () => standing, readingAt: () => reading };
}

/** The same monitor with some fields set to other values, for as long as it exists. */
export function edited(source: MonitorSource, uuid: string, patch: Partial<Monitor>): MonitorSource {
  return {
    standingAt: (now) => {
      const standing = source.standingAt(now);
      if (standing.uuid !== uuid) return standing;
      return {
        ...standing,
        type: patch.type ?? standing.type,
        isActive: patch.is_active ?? standing.isActive,
      };
    },
    readingAt: (now) => {
      const reading = source.readingAt(now);
      if (reading.monitor.monitor_uuid !== uuid) return reading;
      return { ...reading, monitor: { ...reading.monitor, ...patch } };
    },
  };
}
