import { useId } from 'react';

/** A switch with a label and a hint; it applies at once. */
export function Switch(props: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const { label, hint, checked, onChange } = props;
  const id = useId();
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-2 text-xs">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-describedby={`${id}-hint`}
        aria-checked={checked}
        onClick={() => onChange(!checked)}
        // The target is larger than what is seen: on a phone 44 pixels.
        className="group grid h-6 w-10 shrink-0 place-items-center max-sm:h-11 max-sm:w-11"
      >
        <span className="flex h-6 w-10 items-center justify-start rounded-full border border-line-strong bg-raised px-1 transition-colors duration-100 group-aria-checked:justify-end group-aria-checked:border-accent group-aria-checked:bg-accent">
          <span className="size-4 rounded-full bg-ink-3 group-aria-checked:bg-surface" />
        </span>
      </button>
    </div>
  );
}
