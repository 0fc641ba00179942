import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-line bg-raised [&>svg]:text-ink-3',
  warning: 'border-line bg-overdue-soft [&>svg]:text-overdue',
  critical: 'border-line bg-down-soft [&>svg]:text-down',
} as const;

/**
 * A one-line notice above the content it concerns. In a `LiveRegion` it is announced when it appears. A
 * notice that changes constantly has a `label` instead, which makes it a landmark.
 */
export function Notice(props: {
  tone: keyof typeof tones;
  icon: LucideIcon;
  label?: string;
  children: ReactNode;
}) {
  const { tone, icon: Icon, label, children } = props;
  const Element = label === undefined ? 'div' : 'section';
  return (
    <Element
      aria-label={label}
      className={`flex items-start gap-2.5 border-b px-4 py-2 text-ink text-sm ${tones[tone]}`}
    >
      <Icon className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0">{children}</p>
    </Element>
  );
}
