import 'server-only';
import * as z from 'zod/mini';
import { isSinceReported } from '../../contract/conditions.ts';
import { documented, text } from '../../contract/documented.ts';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import { type ExportField, type ListedMonitor, listedMonitorSchema } from '../../contract/monitor.ts';
import { conditionLabel } from '../../text/condition-label.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { ShownInventory } from '../inventory/inventory.ts';
import { allGroups, allMatches, type RuleMonitors } from '../inventory/query/query.ts';
import { unknownSettings } from '../inventory/snapshot/monitor-settings.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { type ExportFormat, exportFile, plainTime } from './export-file.ts';
import { refuseWrongValues } from './parameters.ts';

/** A monitor in a file: all fields, or the chosen ones. */
export const exportedMonitorSchema = documented(
  z.partial(
    z.extend(listedMonitorSchema, {
      group: text('The key of its group. Only with group and without in_group.'),
      condition_label: text(
        'The condition in the words of the screens: "Never checked" for pending, "Unknown: degraded" for unknown.',
      ),
      unknown_fields: documented(
        z.array(z.string()),
        'As in the list, and those of the five fields of the detail that are not known.',
      ),
    }),
  ),
  'A monitor in a file, with all fields or those of `column`.',
);

/** Which monitors to download, and how. */
export type MonitorExport = ExportFormat & { query: InventoryQuery; fields: readonly ExportField[] };

/** The headers of CSV that differ from the name of the field. This one adds the unit. */
const headers: Partial<Record<ExportField, string>> = { interval: 'interval_s' };

function fieldOf(monitor: ListedMonitor, field: ExportField, isForSpreadsheet: boolean): unknown {
  const { observed_since: since, changed_after } = monitor;
  if (field === 'observed_since' && isForSpreadsheet && changed_after === null && !isSinceReported(monitor))
    return `before ${plainTime(since) ?? since}`;
  if (field === 'condition_label') return conditionLabel(monitor);
  // In CSV, an unknown setting would look like one that is not set.
  if (field === 'unknown_fields') return [...monitor.unknown_fields, ...unknownSettings(monitor)];
  return monitor[field];
}

/**
 * Returns all monitors that match. With a grouping they are in the order of the groups. If that is by region, a monitor of
 * several regions occurs in each of their groups.
 *
 * @throws FailureError `inventory_incomplete`, and `invalid_parameter` for an unknown type or a wrong search
 */
export function exportMonitors(
  shown: ShownInventory,
  { query, fields, ...format }: MonitorExport,
  clock: Clock,
  ruleMonitors: RuleMonitors,
) {
  const { state, index, asOf, missing } = shown;
  if (state === 'reading' || index === null) throw new FailureError({ code: 'inventory_incomplete' });
  refuseWrongValues(query, index);
  const groups = allGroups(index, query, ruleMonitors);
  const recordOf = (monitor: InventoryMonitor) =>
    Object.fromEntries(fields.map((field) => [field, fieldOf(monitor, field, format.spreadsheet)]));
  return exportFile({
    name: 'monitors',
    asOf,
    missing: missing?.count ?? 0,
    settings: `${index.settingsKnown}/${index.rows.length}`,
    format,
    records: () =>
      groups === null
        ? Iterator.from(allMatches(index, query, ruleMonitors)).map(recordOf)
        : Iterator.from(groups).flatMap(({ key, rows }) =>
            rows.map(({ monitor }) => ({ group: key, ...recordOf(monitor) })),
          ),
    columns: {
      ...(groups === null ? {} : { group: 'group' }),
      ...Object.fromEntries(fields.map((field) => [field, headers[field] ?? field])),
    },
    clock,
  });
}
