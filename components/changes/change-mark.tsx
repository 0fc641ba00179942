import { CirclePlay, Pencil, Plus, Trash2, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import type { ChangeKind } from '@/lib/contract/change-kinds';

/** The icon of a kind of change: that of the new condition, or one of its own. */
export function ChangeMark({ kind }: { kind: ChangeKind }) {
  return (
    <span aria-hidden className="grid size-4 shrink-0 place-items-center [&>.lucide]:size-3.5">
      {marks[kind]}
    </span>
  );
}

const marks: Record<ChangeKind, ReactNode> = {
  down: <ConditionMark condition="down" />,
  recovered: <ConditionMark condition="up" />,
  overdue: <ConditionMark condition="overdue" />,
  status_unknown: <ConditionMark condition="unknown" />,
  reporting_again: <ConditionMark condition="up" />,
  first_check: <ConditionMark condition="up" />,
  deactivated: <ConditionMark condition="inactive" />,
  activated: <CirclePlay className="text-ink-2" />,
  added: <Plus className="text-ink-2" />,
  removed: <Trash2 className="text-ink-2" />,
  edited: <Pencil className="text-ink-2" />,
  maintenance_on: <Wrench className="text-maint" />,
  maintenance_off: <Wrench className="text-ink-3" />,
};
