/** On or off, at once. Its label and what it means stand beside it. */
export function Switch(props: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const { label, hint, checked, onChange } = props;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-description={hint}
      onClick={() => onChange(!checked)}
      className="group flex w-full items-center gap-4 rounded-md text-left"
    >
      <span aria-hidden className="min-w-0 flex-1">
        <span className="block font-medium text-ink">{label}</span>
        <span className="block text-ink-2 text-xs">{hint}</span>
      </span>
      <span
        aria-hidden
        className={`flex h-5 w-9 shrink-0 items-center rounded-full border px-0.5 transition-colors duration-100 ${checked ? 'justify-end border-accent bg-accent' : 'justify-start border-line-strong bg-raised'}`}
      >
        <span className={`size-3.5 rounded-full ${checked ? 'bg-surface' : 'bg-ink-3'}`} />
      </span>
    </button>
  );
}
