import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { REVIEW_MONITORS_MAX, type Review } from '@/lib/contract/review';
import { reviewRules } from '@/lib/contract/review-rules';
import { DAY_MS } from '../../contract/limits.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import { FailureError, isFailure } from '../errors.ts';
import type { History } from '../history/history.ts';
import type { Inventory, ShownInventory } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import type { RuleMonitors } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { type Judgement, judgeInventory } from '../review/judge-inventory.ts';
import { FLAPPING_RANGE_DAYS, type ObservedPast } from '../review/rule.ts';
import { rules } from '../review/rules.ts';
import { StorageError } from '../storage/storage-error.ts';
import { waitForIndex } from './cached-view.ts';
import { listMeta } from './failures.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';

/** How long data from the history is reused. It covers days, so it changes slowly. */
const OBSERVED_REUSE_MS = 10 * 60_000;
const notObserved: ObservedPast = {
  from: null,
  until: Number.NEGATIVE_INFINITY,
  maintenance: new Map(),
  daysDown: new Map(),
  upBefore: new Set(),
};

export type ReviewService = ReturnType<typeof createReview>;

/** Judges the monitors by the rules of the review, once a snapshot. Sends no upstream request. */
export function createReview(parts: {
  inventory: Inventory;
  history: Pick<History, 'watched' | 'maintenance' | 'wentDown' | 'outagesAfterUp'>;
  /** The rules that the operator has switched off. */
  rulesOff: () => ReadonlySet<string>;
  clock: Clock;
}) {
  const { inventory, history, rulesOff, clock } = parts;
  let observed: { value: ObservedPast; readAt: number } | null = null;
  let judged: { index: InventoryIndex; off: ReadonlySet<string>; result: Promise<Judgement[]> } | null = null;

  async function readAtTimes(): Promise<ObservedPast> {
    const now = clock.monotonic();
    if (observed !== null && now - observed.readAt <= OBSERVED_REUSE_MS) return observed.value;
    const value = await readObserved(history, clock.now()).catch((error: unknown) => {
      // Without the history, the rules about the list and the settings still work.
      if (!isFailure(error) && !(error instanceof StorageError)) throw error;
      return notObserved;
    });
    // It may not be known yet whose history is stored.
    if (value.from !== null) observed = { value, readAt: now };
    return value;
  }

  /** @param shown contains `index` */
  function judge(index: InventoryIndex, { state }: ShownInventory): Promise<Judgement[]> {
    const off = rulesOff();
    if (judged?.index !== index || judged.off !== off) {
      const isComplete = state === 'complete';
      const result = readAtTimes().then((known) => judgeInventory(index, isComplete, known, off));
      judged = { index, off, result };
    }
    return judged.result;
  }

  return {
    /** @param query.monitor a UUID in lower case: only the rules that name this monitor */
    async getReview({ monitor }: { monitor?: string } = {}): Promise<EtaggedBody<Review>> {
      const { shown, index } = await waitForIndex(inventory, clock);
      const off = rulesOff();
      const all = await judge(index, shown);
      const listed = monitor === undefined ? undefined : index.byUuid.get(monitor);
      const judgements =
        monitor === undefined ? all : all.filter(({ named }) => listed !== undefined && named.has(listed));
      const known = await readAtTimes();
      return etaggedBody({
        data: judgements.map((judgement) => describeJudgement(judgement, listed, known)),
        meta: {
          ...listMeta(shown),
          monitors: index.rows.length,
          settings_known: index.settingsKnown,
          settings_outdated: index.rows.filter(
            ({ monitor: { settings_as_of } }) => settings_as_of !== undefined,
          ).length,
          observed_from: known.from === null ? null : iso(known.from),
          rules_off: rules.flatMap(({ id }) => (off.has(id) ? [reviewRules[id].title] : [])),
        },
      });
    },
    /** The monitors that a rule names; null without a rule. @throws FailureError `invalid_parameter` for an unknown rule */
    async namedBy(
      rule: string | undefined,
      index: InventoryIndex,
      shown: ShownInventory,
    ): Promise<RuleMonitors> {
      if (rule === undefined) return null;
      const found = (await judge(index, shown)).find((judgement) => judgement.rule.id === rule);
      if (found !== undefined) return found.named;
      throw new FailureError({
        code: 'invalid_parameter',
        parameter: 'rule',
        detail: 'must be a rule of GET /api/review',
      });
    },
  };
}

/** @param monitor one that the rule names; undefined: all are described */
function describeJudgement(
  { rule, named, unknown }: Judgement,
  monitor: InventoryMonitor | undefined,
  known: ObservedPast,
): Review['data'][number] {
  const { id, topic, why, needs, begunBy } = rule;
  return {
    rule: id,
    topic,
    title: reviewRules[id].title,
    why,
    count: named.size,
    monitors: [...named]
      .slice(0, REVIEW_MONITORS_MAX)
      .map(({ monitor_uuid, name }) => ({ monitor_uuid, name })),
    since: monitor && begunBy ? iso(begunBy(monitor, known)) : null,
    unknown,
    needs,
    query: `rule=${id}`,
  };
}

/** Reads what the rules need of the history, day by day. @param now epoch ms. @throws FailureError `storage_unreachable` */
async function readObserved(
  history: Pick<History, 'watched' | 'maintenance' | 'wentDown' | 'outagesAfterUp'>,
  now: number,
): Promise<ObservedPast> {
  const daysDown = new Map<string, number>();
  for (let day = 1; day <= FLAPPING_RANGE_DAYS; day += 1) {
    for (const uuid of await history.wentDown(now - day * DAY_MS, now - (day - 1) * DAY_MS)) {
      daysDown.set(uuid, (daysDown.get(uuid) ?? 0) + 1);
    }
    // SQLite reads at once.
    await setImmediate();
  }
  const { from } = await history.watched(now, now);
  return {
    from,
    until: now,
    maintenance: await history.maintenance(),
    daysDown,
    upBefore: new Set(await history.outagesAfterUp()),
  };
}
