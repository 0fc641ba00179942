const tones = { neutral: 'bg-ink-3', warning: 'bg-overdue', critical: 'bg-down' } as const;
export type MeterTone = keyof typeof tones;

/** A meter from 0 to `max`. @param props.valueText the value for screen readers */
export function Meter(props: {
  label: string;
  valueText: string;
  value: number;
  max: number;
  tone: MeterTone;
}) {
  const { label, valueText, value, max, tone } = props;
  const top = Math.max(max, 1);
  const level = Math.min(Math.max(value, 0), top);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the bar of <meter> cannot be styled in all browsers.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={top}
      aria-valuenow={level}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:border"
    >
      <div
        className={`h-full rounded-full ${tones[tone]} forced-colors:bg-[CanvasText]`}
        style={{ width: `${(level / top) * 100}%` }}
      />
    </div>
  );
}
