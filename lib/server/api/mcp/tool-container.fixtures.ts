import { pino } from 'pino';
import { uuidOf } from '../../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { createChanges } from '../changes.ts';
import { etaggedBody } from '../http.ts';
import { createMonitorList } from '../monitor-list.ts';
import { partialResponse } from '../monitor-response.ts';
import type { startRecordedInventory } from '../recorded-inventory.fixtures.ts';
import { createSlotHistory } from '../slot-history.ts';

const unasked = () => {
  throw new Error('not asked');
};

/** What the tools use, of a recorded inventory. @param opened the number of the monitor that a tool may open */
export function toolContainer(recorded: Awaited<ReturnType<typeof startRecordedInventory>>, opened: number) {
  const { clock, inventory } = recorded;
  const listed = inventory.monitor(uuidOf(opened));
  if (listed === undefined) throw new Error('not listed');
  return {
    clock,
    origin: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
    ...createMonitorList(recorded),
    ...createChanges(recorded),
    ...createSlotHistory(recorded),
    getMonitor: async () => etaggedBody(partialResponse(listed, null, inventory.shown())),
    knownMonitor: unasked,
    compareAddresses: unasked,
    filtersOfView: unasked,
    getUsage: unasked,
    limitScriptReads: unasked,
  };
}
