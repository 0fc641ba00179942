import 'server-only';
import type { Replicas, Storage, Usage } from '@/lib/contract/usage';
import type { ApiAccess } from '../api-access.ts';
import type { History, HistoryStatus } from '../history/history.ts';
import type { Refresher } from '../inventory/refresher.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { Shared } from '../shared/shared.ts';
import type { OtherData } from '../store/other-data.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import { describeAccess } from './describe-access.ts';

/**
 * Returns the body of GET /api/usage: quota counters, usage by source, refresh intervals, the access to upstream, and the
 * state of the storage. Sends no upstream request.
 */
export type GetUsage = () => Usage;

export function createGetUsage(parts: {
  ledger: QuotaLedger;
  refresher: Refresher;
  apiAccess: ApiAccess;
  persistentState: Pick<PersistentState, 'currentProblem' | 'setAside'>;
  otherData: Pick<OtherData, 'list'>;
  history: Pick<History, 'status'>;
  shared: Pick<Shared, 'replicas' | 'lease'>;
}): GetUsage {
  const { ledger, refresher, apiAccess, persistentState, otherData, history, shared } = parts;
  return () => {
    const { wantedS, actualS, cost, limitedBy, paused, viewers } = refresher.state();
    const usage = ledger.usage();
    return {
      data: {
        ...usage,
        refresh: {
          wanted_s: wantedS,
          actual_s: actualS,
          cost,
          limited_by: limitedBy,
          paused,
          viewers,
          reserve: ledger.reserve(),
        },
        access: describeAccess(apiAccess, usage),
        storage: {
          ...describeStorage(persistentState),
          other_data: otherData.list(),
          history: describeHistory(history.status()),
        },
        replicas: describeReplicas(shared),
      },
    };
  };
}

function describeStorage({
  currentProblem,
  setAside,
}: Pick<PersistentState, 'currentProblem' | 'setAside'>): Omit<Storage, 'history' | 'other_data'> {
  const current = currentProblem();
  return {
    problem: current?.problem ?? null,
    since: current && new Date(current.since).toISOString(),
    set_aside: setAside,
  };
}

function describeHistory({ problem, setAside, isShortened }: HistoryStatus): Storage['history'] {
  return {
    problem: problem?.problem ?? null,
    since: problem && new Date(problem.since).toISOString(),
    set_aside: setAside,
    shortened: isShortened,
  };
}

function describeReplicas({ replicas, lease }: Pick<Shared, 'replicas' | 'lease'>): Replicas {
  return {
    count: replicas.count(),
    this: replicas.name,
    leads: lease.term() !== null,
    shared_state: replicas.sharedState(),
  };
}
