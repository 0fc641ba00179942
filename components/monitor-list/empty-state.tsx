import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What stands where the rows would: what is the case, and below it what to do next. */
export function EmptyState(props: { icon: LucideIcon; title: string; text: string; children?: ReactNode }) {
  const { icon: Icon, title, text, children } = props;
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-16 text-center max-sm:py-10">
      <Icon className="size-6 text-ink-3" />
      <h2 className="font-semibold text-ink text-lg [overflow-wrap:anywhere]">{title}</h2>
      <p className="max-w-md text-ink-2 text-md">{text}</p>
      {children ? (
        <div className="mt-2 flex max-w-full flex-wrap justify-center gap-2">{children}</div>
      ) : null}
    </div>
  );
}
