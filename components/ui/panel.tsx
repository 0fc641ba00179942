import type { ReactNode } from 'react';

/** A titled card. @param props.first whether it is the first one in a single-column layout */
export function Panel(props: { title: string; action?: ReactNode; first?: boolean; children: ReactNode }) {
  const { title, action, first = false, children } = props;
  return (
    <section
      className={`min-w-0 rounded-lg border border-line bg-surface ${first ? 'max-lg:order-first' : ''}`}
    >
      <header className="flex min-h-10 items-center justify-between gap-2 border-line border-b px-4 py-1.5">
        <h2 className="shrink-0 font-semibold text-sm">{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

/** A description list in two columns. */
export function FactList({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    // A subgrid, so that all names have the width of the longest.
    <dl className="grid grid-cols-[minmax(90px,max-content)_minmax(0,1fr)] gap-x-4 px-4 py-1 max-sm:gap-x-2">
      {items.map((item) => (
        <div
          key={item.name}
          className="col-span-2 grid grid-cols-subgrid border-line py-1.5 not-last:border-b"
        >
          <dt className="text-ink-2">{item.name}</dt>
          <dd className="min-w-0 text-ink [overflow-wrap:anywhere]">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
