import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/**
 * Replaces missing content, for errors and empty lists: icon, title, explanation and actions.
 */
export function StatePanel(props: {
  icon: LucideIcon;
  /** Whether it is an error, which is the only content of its page. */
  isError?: boolean;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const { icon: Icon, isError = false, title, children, actions } = props;
  const Heading = isError ? 'h1' : 'h2';
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
