import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface StatePanelProps {
  icon: LucideIcon;
  /** Drawn in the colour of trouble. */
  isError?: boolean;
  title: string;
  /** The heading's level: 1 where this is all that the page shows. */
  level?: 1 | 2;
  children: ReactNode;
  /** Buttons and links: what to do next. */
  actions?: ReactNode;
}

/**
 * What stands where content would: what is the case, what it means, and what to do next. Failures and empty
 * lists alike.
 */
export function StatePanel({
  icon: Icon,
  isError = false,
  title,
  level = 2,
  children,
  actions,
}: StatePanelProps) {
  const Heading = `h${level}` as const;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="mx-auto mt-8 flex w-full max-w-xl flex-col gap-3 rounded-lg border border-line bg-surface p-6 text-md max-sm:mt-3 max-sm:p-4"
    >
      <div className="flex items-center gap-2.5">
        <Icon className={`size-5 shrink-0 ${isError ? 'text-down' : 'text-ink-3'}`} />
        <Heading id={titleId} className="font-semibold text-ink text-lg [overflow-wrap:anywhere]">
          {title}
        </Heading>
      </div>
      <div className="flex flex-col gap-3 text-ink-2">{children}</div>
      {actions ? <div className="mt-1 flex max-w-full flex-wrap items-center gap-2">{actions}</div> : null}
    </section>
  );
}
