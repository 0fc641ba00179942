import type { Monitor, MonitorType } from './monitor.ts';

/** The fields that the order and the filters of the list need, valid for from <= now < until (Unix milliseconds). */
export interface IndexEntry {
  uuid: string;
  createdAt: number;
  type: MonitorType;
  isActive: boolean;
  from: number;
  until: number;
}

/** A monitor's state, valid for from <= now < until (Unix milliseconds). */
interface MonitorState {
  monitor: Monitor;
  from: number;
  until: number;
}

/** Provides one monitor's state at any time: constant for a fixture's monitor, changing for a generated one. */
export interface MonitorSource {
  entryAt(now: number): IndexEntry;
  stateAt(now: number): MonitorState;
}

/** The source of a monitor that never changes. */
export function staticSource(monitor: Monitor): MonitorSource {
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const entry: IndexEntry = {
    uuid: monitor.monitor_uuid,
    createdAt: Date.parse(monitor.created_at),
    type: monitor.type,
    isActive: monitor.is_active,
    ...always,
  };
  const state: MonitorState = { monitor, ...always };
  return { entryAt: () => entry, stateAt: () => state };
}

/** The source with some fields of the monitor `uuid` replaced, for as long as that monitor exists. */
export function editedSource(source: MonitorSource, uuid: string, patch: Partial<Monitor>): MonitorSource {
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
    stateAt: (now) => {
      const state = source.stateAt(now);
      if (state.monitor.monitor_uuid !== uuid) return state;
      return { ...state, monitor: { ...state.monitor, ...patch } };
    },
  };
}
