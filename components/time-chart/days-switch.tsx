import { Segments } from '@/components/ui/segments';
import { type HistoryDays, historyDays } from '@/lib/contract/limits';

const labels: Record<HistoryDays, string> = { 1: '24 h', 7: '7 d', 30: '30 d' };

/** The choice of the time range. A range that would show no more than a shorter one is not offered (`keptDays`). */
export function DaysSwitch(props: {
  days: HistoryDays;
  keptDays: number;
  onDays: (days: HistoryDays) => void;
}) {
  const { days, keptDays, onDays } = props;
  const options = historyDays
    .filter((some, place) => some <= days || (historyDays[place - 1] ?? 0) < keptDays)
    .map((value) => ({ value, label: labels[value] }));
  return <Segments legend="Time range" options={options} chosen={days} onChoose={onDays} />;
}

/** The name of a time range, after "the last": "24 hours", "7 days"; at most the days that are kept. */
export function rangeName(days: HistoryDays, keptDays: number): string {
  const length = Math.min(days, keptDays);
  return length === 1 ? '24 hours' : `${length} days`;
}
