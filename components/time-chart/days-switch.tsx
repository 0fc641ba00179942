import { Segments } from '@/components/ui/segments';
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
  const options = offered.map((value) => ({ value, label: labels[value] }));
  return <Segments legend="Time range" options={options} chosen={days} onChoose={onDays} />;
}
