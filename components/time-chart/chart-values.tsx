import { type ReactNode, useState } from 'react';

interface ChartValuesProps {
  title: string;
  kind: 'list' | 'table';
  /** The values, rendered only while the part is open. */
  children: () => ReactNode;
}

/** The values of a chart as a collapsed list or table. */
export function ChartValues({ title, kind, children }: ChartValuesProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-2">
      <summary className="w-fit py-1 text-ink-3 text-xs hover:text-ink">Show as {kind}</summary>
      {open ? (
        <section
          aria-label={`${title}: ${kind}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-1 max-h-60 overflow-auto"
        >
          {children()}
        </section>
      ) : null}
    </details>
  );
}
