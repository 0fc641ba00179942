import type { ReactNode } from 'react';

const tones = {
  /** Visible from afar, and different from everything else on a wall. */
  alarm: 'bg-overdue text-canvas',
  good: 'bg-[color-mix(in_oklab,var(--up)_42%,var(--canvas))]',
  neutral: '',
} as const;

/** A message that fills the space of a wall. The border is for forced colours, which remove the fill. */
export function WallMessage(props: {
  tone: keyof typeof tones;
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
}) {
  const { tone, icon, title, children } = props;
  return (
    <div
      role={tone === 'alarm' ? 'alert' : 'status'}
      className={`flex min-h-[14em] flex-1 flex-col items-center justify-center gap-[0.8em] rounded-[0.6em] border-2 border-transparent p-[1em] text-center ${tones[tone]}`}
    >
      {icon}
      <p className="text-balance font-semibold text-[min(7em,10vw)] leading-[1.1] tracking-tight">{title}</p>
      {children ? (
        <div className="max-w-[34em] text-[2em] leading-snug max-sm:text-[1.1em]">{children}</div>
      ) : null}
    </div>
  );
}
