import { errorTitle, explainError, type ShownFailure } from '@/components/errors/explain-error';
import { useTicking } from '@/components/ui/clock';
import type { Wall } from '@/lib/contract/wall';
import { withBasePath } from '@/lib/text/base-path';
import { formatAge } from '@/lib/text/format';
import { WallMessage } from './wall-message';
import type { WallState } from './wall-state';

/** What the wall shows while it has no current data. */
export function WallProblem(props: {
  state: WallState;
  wall: Wall | undefined;
  failure: ShownFailure | null;
}) {
  const { state, wall, failure } = props;
  if (state === 'closed') return <Closed code={failure?.code} />;
  if (wall && (state === 'old' || state === 'lost')) {
    const { degraded, as_of } = wall.meta;
    const lost: ShownFailure = { code: 'sightline_unreachable' };
    const reason = state === 'lost' ? lost : degraded && { ...degraded, error: degraded.message };
    return <OldData asOf={as_of} reason={reason && errorTitle(reason)} />;
  }
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

/** Fills the whole screen, so that nobody takes old data for current data. */
function OldData({ asOf, reason }: { asOf: string; reason: string | null }) {
  const age = useTicking((now) => formatAge((now - Date.parse(asOf)) / 1000));
  return (
    <WallMessage tone="alarm" title={`Data is ${age} old`}>
      <p>{reason ? `${reason}.` : 'The monitors have not been read since.'}</p>
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
