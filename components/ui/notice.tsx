import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  quiet: 'border-line bg-raised [&>svg]:text-ink-3',
  near: 'border-line bg-overdue-soft [&>svg]:text-overdue',
  out: 'border-line bg-down-soft [&>svg]:text-down',
} as const;

/** One line about the state of things, above what it concerns. `live` reads it out when it appears. */
export function Notice(props: {
  tone: keyof typeof tones;
  icon: LucideIcon;
  live?: boolean;
  children: ReactNode;
}) {
  const { tone, icon: Icon, live = true, children } = props;
  return (
    <div
      role={live ? 'status' : undefined}
      className={`flex items-start gap-2.5 border-b px-4 py-2 text-ink text-sm ${tones[tone]}`}
    >
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0">{children}</p>
    </div>
  );
}
