import { X } from 'lucide-react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import type { NewlyDown } from './use-newly-down';

interface NewlyDownPillProps {
  newlyDown: NewlyDown;
  onShowDown: () => void;
  className: string;
}

/**
 * The number of monitors that went down while this tab was open, with buttons to show and to dismiss them.
 */
export function NewlyDownPill({ newlyDown, onShowDown, className }: NewlyDownPillProps) {
  return (
    <span className={`${className} pr-1.5`}>
      <ConditionMark condition="down" />
      <span>{`${newlyDown.count}${newlyDown.mayBeMore ? '+' : ''} newly down`}</span>
      <button
        type="button"
        aria-label="Show newly down"
        onClick={() => {
          newlyDown.dismiss();
          onShowDown();
        }}
        className="font-medium text-accent hover:underline"
      >
        Show
      </button>
      <button
        type="button"
        aria-label="Dismiss newly down"
        title="Dismiss"
        onClick={newlyDown.dismiss}
        className="grid size-6 place-items-center rounded-full text-ink-3 hover:bg-raised hover:text-ink"
      >
        <X className="size-3.5" />
      </button>
    </span>
  );
}
