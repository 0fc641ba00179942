import 'server-only';
import type { Clock } from '../clock.ts';
import type { Gateway } from '../gateway.ts';
import type { History } from '../history/history.ts';
import { uuidOf } from '../inventory/crawl-evidence.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { parseStoredSnapshot } from '../inventory/stored-snapshot.ts';
import { withStoredUsage } from '../quota/persistent-ledger.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { QuotaState } from '../quota/state.ts';
import type { OtherData } from '../store/other-data.ts';
import type { PersistentState } from '../store/persistent-state.ts';

/**
 * Reads pages like the gateway. When a page shows that data which was set aside is this organization's, the running services go
 * on from it before anything is made of the page, which is compared with that data like the first page after a restart.
 */
export function recognizeOrganization(parts: {
  gateway: Pick<Gateway, 'listPage'>;
  otherData: Pick<OtherData, 'recognize'>;
  persistentState: Pick<PersistentState, 'load' | 'flush'>;
  history: Pick<History, 'continueWith'>;
  inventory: Pick<Inventory, 'restore'>;
  ledger: Pick<QuotaLedger, 'current' | 'replace'> & { save: (state: QuotaState) => void };
  clock: Clock;
}): Pick<Gateway, 'listPage'> {
  const { gateway, otherData, persistentState, history, inventory, ledger, clock } = parts;
  const carryOver = {
    history: history.continueWith,
    async usage(record: readonly string[]) {
      ledger.replace(withStoredUsage(ledger.current(), record, clock));
      ledger.save(ledger.current());
      await persistentState.flush('usage-history');
    },
    async list() {
      const snapshot = await persistentState.load('snapshot', parseStoredSnapshot);
      if (snapshot) inventory.restore(snapshot);
    },
  };
  return {
    async listPage(...request) {
      const page = await gateway.listPage(...request);
      await otherData.recognize(page.value.monitors.map(uuidOf), carryOver);
      return page;
    },
  };
}
