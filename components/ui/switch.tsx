'use client';

import { useId } from 'react';

/** On or off, at once, with what it means beside it. */
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
        aria-checked={checked}
        aria-describedby={`${id}-hint`}
        onClick={() => onChange(!checked)}
        className={`flex h-6 w-10 shrink-0 items-center rounded-full border px-1 transition-colors duration-100 ${checked ? 'justify-end border-accent bg-accent' : 'justify-start border-line-strong bg-raised'}`}
      >
        <span aria-hidden className={`size-4 rounded-full ${checked ? 'bg-surface' : 'bg-ink-3'}`} />
      </button>
    </div>
  );
}
