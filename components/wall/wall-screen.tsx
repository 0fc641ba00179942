'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useFailure } from '@/components/errors/failure';
import { useClock, useTicking } from '@/components/ui/clock';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import { useTemporary } from '@/components/ui/use-temporary';
import { wallQuery, wallSearch } from '@/lib/client/wall-query';
import { withBasePath } from '@/lib/text/base-path';
import { formatInteger } from '@/lib/text/format';
import { KnownWall } from './known-wall';
import { hiddenWhileIdle, WallControls } from './wall-controls';
import { OldDataBand, WallProblem } from './wall-messages';
import { isLost, wallState } from './wall-state';

/** How long buttons and pointer stay after the pointer has moved, milliseconds. */
const POINTER_MS = 4000;
const MINUTE_MS = 60_000;

/**
 * The wall: the current problems, for a screen that is read from afar and that nobody operates.
 *
 * @param props.canOpenMonitors whether the viewer may open the other pages, too
 */
export function WallScreen({ canOpenMonitors }: { canOpenMonitors: boolean }) {
  const { state, isServerLost, wall, failure, viewName } = useWall();
  const [{ wallTheme }] = usePreferences();
  const [pointerAt, setPointerAt] = useTemporary<number>(POINTER_MS);
  // The content moves in a small circle, a step a minute, so that nothing burns into the screen.
  const angle = useTicking((now) => ((Math.floor(now / MINUTE_MS) % 8) * Math.PI) / 4);
  const [right, down] = [Math.round(Math.cos(angle)) / 4, Math.round(Math.sin(angle)) / 4];
  useWakeLock();
  const isIdle = pointerAt === null;
  const controls = (
    <div className={`ml-auto ${hiddenWhileIdle}`}>
      <WallControls canLeave={canOpenMonitors} />
    </div>
  );
  const count = state === 'current' ? (wall?.data.counts.condition.down ?? 0) : 0;
  return (
    <main
      data-wall
      data-idle={isIdle || undefined}
      data-theme={wallTheme}
      onPointerMove={({ timeStamp }) => setPointerAt(Math.floor(timeStamp / 1000))}
      className="group/wall fixed inset-0 overflow-y-auto bg-canvas text-[max(13px,1.6vmin)] text-ink leading-[1.3] data-idle:pointer-fine:cursor-none"
    >
      <title>{`${count > 0 ? `(${formatInteger(count)}) ` : ''}Wall · Sightline`}</title>
      <link rel="icon" type="image/svg+xml" sizes="any" href={withBasePath('/icon.svg')} />
      <h1 className="sr-only">Wall</h1>
      <div
        className="flex h-full min-h-[34em] flex-col gap-[0.8em]"
        style={{ padding: `${1 + down}em ${1 - right}em ${1 - down}em ${1 + right}em` }}
      >
        {wall && (state === 'current' || state === 'doubtful') ? (
          <>
            {state === 'doubtful' ? <OldDataBand meta={wall.meta} isServerLost={isServerLost} /> : null}
            <KnownWall
              wall={wall}
              isDimmed={state === 'doubtful'}
              viewName={viewName}
              isLinked={canOpenMonitors}
              controls={controls}
            />
          </>
        ) : (
          <>
            <WallProblem state={state} isServerLost={isServerLost} wall={wall} failure={failure} />
            {controls}
          </>
        )}
      </div>
    </main>
  );
}

/** The data of the wall in the page's URL, the failure of the last request, and the state that follows from both. */
function useWall() {
  const given = new URLSearchParams(useSearchParams());
  const search = wallSearch(given);
  // A wall is never paused, because its viewers would not notice it.
  const context = { ...useRequestContext(), isPaused: false, isPausedNow: () => false };
  const query = useQuery(wallQuery(search, context));
  const failure = useFailure(search, query);
  const clock = useClock();
  const [openedAt] = useState(() => clock.exactNow());
  const wall = query.data?.body;
  const sinceAnswer = (now: number) => clock.toBrowserTime(now) - query.dataUpdatedAt;
  const state = useTicking((now) =>
    wallState({ wall, failure, answeredAt: now - sinceAnswer(now), openedAt, now }),
  );
  const isServerLost = useTicking((now) => wall !== undefined && isLost(sinceAnswer(now)));
  return { state, isServerLost, wall, failure, viewName: given.get('view') };
}

/** Keeps the screen on while the page is visible, where the browser can do that and allows it. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    // The browser ends the lock when the page is hidden.
    const request = async () => {
      if (document.visibilityState === 'visible')
        lock = await navigator.wakeLock.request('screen').catch(() => null);
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
