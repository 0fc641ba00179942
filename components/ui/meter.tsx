import { Meter as BaseMeter } from '@base-ui/react/meter';

const tones = { calm: 'bg-ink-3', near: 'bg-overdue', out: 'bg-down' } as const;
export type MeterTone = keyof typeof tones;

/** A level between zero and a limit, with its name and its words for screen readers. */
export function Meter(props: { label: string; words: string; value: number; max: number; tone: MeterTone }) {
  const { label, words, value, max, tone } = props;
  return (
    <BaseMeter.Root
      value={Math.min(value, max)}
      max={Math.max(max, 1)}
      aria-label={label}
      getAriaValueText={() => words}
      className="block"
    >
      <BaseMeter.Track className="block h-1.5 overflow-hidden rounded-full bg-line">
        <BaseMeter.Indicator className={`block h-full rounded-full ${tones[tone]}`} />
      </BaseMeter.Track>
    </BaseMeter.Root>
  );
}
