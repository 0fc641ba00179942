import type { CrawlResult } from '../../server/inventory/crawl/crawler.ts';
import type { ListedSettings } from '../../server/inventory/settings-reader.ts';
import {
  areSettingsKnown,
  crawlsUpdatedByChecks,
  newestSettings,
  type ReadSettings,
  type RowWithSettings,
  settingsRead,
} from '../../server/inventory/snapshot/settings.ts';
import type { Reading } from '../../server/upstream/reading.ts';
import type { WireDetail } from '../../server/upstream/schema.ts';

/** The settings in the snapshots of a simulated product. Fields that only viewers see are left out. */
export function createListedSettings() {
  let list: ListedSettings | null = null;
  const read = new Map<string, ReadSettings>();
  return {
    list: () => list,
    known: () => list?.monitors.filter(areSettingsKnown).length ?? 0,
    learn(reading: Reading<WireDetail>): void {
      read.set(reading.value.monitor_uuid, settingsRead(reading));
    },
    publish({ rows, beganAt }: CrawlResult): void {
      const before = new Map(list?.monitors.map((monitor) => [monitor.monitor_uuid, monitor]));
      const pairs: [RowWithSettings, RowWithSettings][] = [];
      const monitors = rows.map((reading) => {
        const { monitor } = reading;
        const last = before.get(monitor.monitor_uuid);
        const settings = newestSettings(reading, last, beganAt, read.get(monitor.monitor_uuid));
        const row = { ...monitor, ...settings };
        if (last !== undefined) pairs.push([last, row]);
        return row;
      });
      const updatedByChecks = crawlsUpdatedByChecks(list?.updatedByChecks ?? 0, pairs);
      list = { monitors, updatedByChecks };
      read.clear();
    },
  };
}
