/** A choice between a few values as a row of buttons. */
export function Segments<Value extends string | number>(props: {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}) {
  const { legend, options, chosen, onChoose } = props;
  return (
    <fieldset className="flex rounded-md border border-line">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="h-[26px] whitespace-nowrap rounded-[5px] px-2.5 text-ink-2 text-xs transition-colors duration-100 hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:forced-color-adjust-none max-sm:h-8 forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText]"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
