'use client';

import { X } from 'lucide';
import { createContext, type ReactNode, use, useState } from 'react';
import { Button } from './button';
import { Icon } from './icon';
import type { Source } from './lazy-parts';

type SetFailed = (failed: boolean) => void;

const SetFailedContext = createContext<SetFailed>(() => {});

/** Loads what somebody has asked for. When it cannot be loaded the page says so. @returns whether it is loaded */
export function useRequestedLoad(): (source: Source<unknown>) => Promise<boolean> {
  const setFailed = use(SetFailedContext);
  return async (source) => {
    const isLoaded = await source.load();
    setFailed(!isLoaded);
    return isLoaded;
  };
}

/** Says over the page that a part of it could not be loaded: without network, or after an update of Sightline. */
export function LoadFailureNotice({ children }: { children: ReactNode }) {
  const [failed, setFailed] = useState(false);
  return (
    <SetFailedContext value={setFailed}>
      {children}
      {failed ? (
        <div
          role="alert"
          className="fixed inset-x-2 bottom-4 z-50 mx-auto flex w-fit max-w-[calc(100vw-16px)] flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink shadow-popup"
        >
          <p>This part of the page could not be loaded. Check your connection, or reload the page.</p>
          <span className="flex gap-1">
            <Button onClick={() => location.reload()}>Reload</Button>
            <Button look="ghost" square aria-label="Dismiss" onClick={() => setFailed(false)}>
              <Icon of={X} />
            </Button>
          </span>
        </div>
      ) : null}
    </SetFailedContext>
  );
}
