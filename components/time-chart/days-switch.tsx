import { type HistoryDays, historyDays } from '@/lib/contract/history-days';

const labels: Record<HistoryDays, string> = { 1: '24 h', 7: '7 d', 30: '30 d' };

interface DaysSwitchProps {
  days: HistoryDays;
  /** How long observations are remembered, days. */
  keptDays: number;
  onDays: (days: HistoryDays) => void;
}

/** The choice of the time that is shown. Times that are not remembered are not offered. */
export function DaysSwitch({ days, keptDays, onDays }: DaysSwitchProps) {
  const offered = historyDays.filter(
    (some, place) => some <= days || (historyDays[place - 1] ?? 0) < keptDays,
  );
  return (
    <fieldset className="flex rounded-md border border-line">
      <legend className="sr-only">Time range</legend>
      {offered.map((some) => (
        <button
          key={some}
          type="button"
          aria-pressed={some === days}
          onClick={() => onDays(some)}
          className="h-[26px] whitespace-nowrap rounded-[5px] px-2.5 text-ink-2 text-xs transition-colors duration-100 hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:forced-color-adjust-none max-sm:h-8 forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText]"
        >
          {labels[some]}
        </button>
      ))}
    </fieldset>
  );
}
