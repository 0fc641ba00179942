import type { Monitor, MonitorType } from './monitor.ts';

/** What the order and the filters of the list depend on; holds for from <= now < until (Unix milliseconds). */
export interface IndexEntry {
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
  entryAt(now: number): IndexEntry;
  readingAt(now: number): Reading;
}

/** A monitor that stays as it was given. */
export function handMade(monitor: Monitor): MonitorSource {
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const entry: IndexEntry = {
    uuid: monitor.monitor_uuid,
    createdAt: Date.parse(monitor.created_at),
    type: monitor.type,
    isActive: monitor.is_active,
    ...always,
  };
  const reading: Reading = { monitor, ...always };
  return { entryAt: () => entry, readingAt: () => reading };
}

/** The same monitor with some fields set to other values, for as long as it exists. */
export function edited(source: MonitorSource, uuid: string, patch: Partial<Monitor>): MonitorSource {
  return {
    entryAt: (now) => {
      const entry = source.entryAt(now);
      if (entry.uuid !== uuid) return entry;
      return {
        ...entry,
        type: patch.type ?? entry.type,
        isActive: patch.is_active ?? entry.isActive,
      };
    },
    readingAt: (now) => {
      const reading = source.readingAt(now);
      if (reading.monitor.monitor_uuid !== uuid) return reading;
      return { ...reading, monitor: { ...reading.monitor, ...patch } };
    },
  };
}
