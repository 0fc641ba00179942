import { Bookmark } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { notStoredMessage } from '@/components/ui/stored-text';
import { useHydrated } from '@/components/ui/use-hydrated';
import { MAX_VIEWS } from '@/lib/contract/limits';
import type { MonitorsUrlState } from '../use-monitors-url';
import { withChanges } from './change-views';
import { cleanName, findView, useSavedViews } from './saved-views';

/** Offers to save a view that was opened by a link; null when it is already saved and the browser has stored it. */
export function OfferedView({ urlState }: { urlState: MonitorsUrlState }) {
  const saved = withChanges(useSavedViews(urlState.url));
  const name = cleanName(urlState.url.view ?? '');
  const existing = findView(saved.views, name);
  const isSaved = existing?.search === saved.current;
  const isFull = saved.views.length >= MAX_VIEWS && !existing;
  // The server does not know the saved views, which are in localStorage.
  if (!useHydrated() || name === '' || (isSaved && saved.isStored) || isFull) return null;
  return (
    <section
      aria-label="A shared view"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-accent-soft px-3 py-2 text-ink"
    >
      <Bookmark className="size-3.5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
        This link shows the view <b className="font-semibold">{name}</b>.{' '}
        {existing && !isSaved ? 'You already have a different view with this name.' : ''}
        <span role="status">{saved.isStored ? '' : notStoredMessage}</span>
      </p>
      <span className="flex gap-2">
        {isSaved ? null : (
          <Button
            onClick={() => {
              if (saved.save(name)) urlState.forgetView();
            }}
          >
            {existing ? 'Replace mine' : 'Save to my views'}
          </Button>
        )}
        <Button variant="ghost" onClick={urlState.forgetView}>
          {isSaved ? 'Close' : 'Not now'}
        </Button>
      </span>
    </section>
  );
}
