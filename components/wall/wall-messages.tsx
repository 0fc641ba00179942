import type { ReactNode } from 'react';
import { errorTitle, explainError, type ShownFailure } from '@/components/errors/explain-error';
import { useTicking } from '@/components/ui/clock';
import type { Wall } from '@/lib/contract/wall';
import { withBasePath } from '@/lib/text/base-path';
import { formatAge } from '@/lib/text/format';
import type { WallState } from './wall-state';

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

/** What the wall shows while it has no rows that are worth showing. */
export function WallProblem(props: {
  state: WallState;
  isServerLost: boolean;
  wall: Wall | undefined;
  failure: ShownFailure | null;
}) {
  const { state, isServerLost, wall, failure } = props;
  if (state === 'closed') return <Closed code={failure?.code} />;
  if (wall && state === 'expired') return <Expired meta={wall.meta} isServerLost={isServerLost} />;
  if (state === 'failed' && failure) {
    const isAddress = failure.code === 'invalid_parameter';
    return (
      <WallMessage tone="neutral" title={isAddress ? 'This wall’s address is wrong' : errorTitle(failure)}>
        <p>{isAddress ? failure.error : explainError(failure).meaning}</p>
      </WallMessage>
    );
  }
  return (
    <WallMessage tone="neutral" title={failure ? 'Reading the monitors for the first time…' : 'Loading…'} />
  );
}

interface OldDataProps {
  meta: Wall['meta'];
  isServerLost: boolean;
}

/** The age of the rows, and why no newer ones are there. */
function useOldData({ meta: { as_of, degraded }, isServerLost }: OldDataProps) {
  const age = useTicking((now) => formatAge((now - Date.parse(as_of)) / 1000));
  const lost: ShownFailure = { code: 'sightline_unreachable' };
  const failure = isServerLost ? lost : degraded && { ...degraded, error: degraded.message };
  const reason = failure ? `${errorTitle(failure)}.` : 'The monitors have not been read since.';
  return { title: `Data is ${age} old`, reason };
}

/** A band above the last known rows. */
export function OldDataBand(props: OldDataProps) {
  const { title, reason } = useOldData(props);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-baseline gap-x-[0.8em] rounded-[0.3em] border-2 border-transparent bg-overdue px-[0.6em] py-[0.25em] text-[1.8em] text-canvas leading-tight max-sm:text-[1.2em]"
    >
      <strong className="font-semibold">{title}</strong>
      <span>{reason} Below is what was last known.</span>
    </div>
  );
}

/** Fills the whole screen, so that nobody takes the data for current data. */
function Expired(props: OldDataProps) {
  const { title, reason } = useOldData(props);
  return (
    <WallMessage tone="alarm" title={title}>
      <p>{reason}</p>
      <p>What is down now is not known.</p>
    </WallMessage>
  );
}

function Closed({ code }: { code: ShownFailure['code'] | undefined }) {
  if (code === 'invalid_token') {
    return (
      <WallMessage tone="neutral" title="This wall’s link is no longer valid.">
        <p>Whoever runs Sightline can make a new one.</p>
      </WallMessage>
    );
  }
  const next = typeof window === 'undefined' ? '/wall' : `/wall${window.location.search}`;
  return (
    <WallMessage tone="neutral" title="Signed out">
      <p>
        <a
          href={withBasePath(`/login?${new URLSearchParams({ next })}`)}
          className="underline underline-offset-4"
        >
          Sign in
        </a>
        , or open the link of a wall.
      </p>
    </WallMessage>
  );
}
