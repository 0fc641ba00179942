import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import { notReady } from './failure-response.ts';

/** Waits for the first page of the first crawl. Returns the view of the inventory. @throws FailureError if no page arrives */
export async function waitForIndex(
  inventory: Pick<Inventory, 'view' | 'waitUntil'>,
  clock: Clock,
): Promise<{ view: InventoryView; index: InventoryIndex }> {
  await inventory.waitUntil(
    // While nothing was read, a crawl in progress shows whether the problem persists.
    ({ index, problem, reading }) => index !== null || (problem !== null && reading === null),
    INTERACTIVE_MAX_WAIT_MS,
  );
  const view = inventory.view();
  if (view.index === null) throw view.problem ? new FailureError(view.problem.failure) : notReady(clock);
  return { view, index: view.index };
}
