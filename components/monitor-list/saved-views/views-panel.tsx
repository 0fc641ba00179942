import { useId, useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
import { LiveRegion } from '@/components/ui/live-region';
import type { MonitorsUrlState } from '../use-monitors-url';
import { RenameView } from './rename-view';
import { SaveView } from './save-view';
import type { SavedView } from './saved-views';
import { suggestedViews } from './suggested-views';
import type { SavedViews } from './use-saved-views';
import { CopyLink, ViewName, ViewRow } from './view-row';

interface ViewsPanelProps {
  urlState: MonitorsUrlState;
  saved: SavedViews;
  /** Rows for fingers. */
  tall?: boolean;
  onShown: () => void;
}

/** What was done last, with the view as it was before. */
type Done = { view: SavedView } & (
  | { verb: 'Updated' }
  | { verb: 'Deleted'; index: number }
  | { verb: 'Renamed'; name: string }
);

function undo(saved: SavedViews, done: Done): void {
  const { view } = done;
  if (done.verb === 'Deleted') saved.restore(view, done.index);
  else if (done.verb === 'Renamed') saved.rename({ ...view, name: done.name }, view.name);
  else saved.replace(view);
}

/** The saved views with all that can be done with them, and a field to save what is shown now. */
export function ViewsPanel({ urlState, saved, tall = false, onShown }: ViewsPanelProps) {
  const suggestedId = useId();
  const [renaming, setRenaming] = useState<string | null>(null);
  /** Whose row takes the focus when it comes (back). */
  const [returning, setReturning] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  // One that is saved under another name is one all the same.
  const suggested = suggestedViews.filter(({ search }) =>
    saved.views.every((view) => view.search !== search),
  );
  const rovingFocus = useRovingFocus([
    ...saved.views.map(({ name }) =>
      ['show', 'update', 'rename', 'copy', 'delete'].map((part) => `${part} ${name}`),
    ),
    ...suggested.map(({ name }) => [`suggested ${name}`]),
  ]);
  const show = ({ search }: SavedView) => {
    urlState.applySavedView(search);
    onShown();
  };
  return (
    <div className="flex flex-col gap-1">
      <div className={tall ? '' : 'max-h-96 overflow-y-auto'} {...rovingFocus.containerProps}>
        <ul aria-label="Saved views">
          {saved.views.map((item, index) => (
            <li key={item.name}>
              {renaming === item.name ? (
                <RenameView
                  view={item}
                  views={saved.views}
                  onDone={(name) => {
                    setRenaming(null);
                    setReturning(name ?? item.name);
                    if (name === null) return;
                    setDone({ verb: 'Renamed', view: item, name });
                    saved.rename(item, name);
                  }}
                />
              ) : (
                <ViewRow
                  view={item}
                  tall={tall}
                  isShown={item.search === saved.current}
                  takesFocus={returning === item.name}
                  itemProps={rovingFocus.itemProps}
                  onShow={() => show(item)}
                  onUpdate={() => {
                    setDone({ verb: 'Updated', view: item });
                    saved.save(item.name);
                  }}
                  onRename={() => setRenaming(item.name)}
                  onDelete={() => {
                    setDone({ verb: 'Deleted', view: item, index });
                    saved.remove(item);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
        {suggested.length > 0 ? (
          <>
            <p id={suggestedId} className="px-2 pt-1 pb-0.5 text-ink-3 text-xs">
              {saved.views.length === 0 && done === null ? 'No saved views yet. Try:' : 'Suggestions'}
            </p>
            <ul aria-labelledby={suggestedId}>
              {suggested.map((item) => (
                <li key={item.name}>
                  <ViewName
                    {...rovingFocus.itemProps(`suggested ${item.name}`)}
                    name={item.name}
                    tall={tall}
                    isShown={item.search === saved.current}
                    onShow={() => show(item)}
                  />
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <LiveRegion>
        {done ? (
          <p className="flex items-center gap-2 rounded-sm bg-raised px-2 py-1 text-ink-2">
            <span className="min-w-0 truncate">
              {done.verb === 'Renamed' ? `Renamed to “${done.name}”.` : `${done.verb} “${done.view.name}”.`}
            </span>
            <button
              // Another one each time, or it would take the focus the first time only.
              key={`${done.verb} ${done.view.name}`}
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone; this is where one goes on.
              autoFocus={done.verb === 'Deleted'}
              onClick={() => {
                undo(saved, done);
                setReturning(done.view.name);
                setDone(null);
              }}
              className={`ml-auto rounded-sm px-2 font-medium text-accent hover:bg-surface ${tall ? 'h-11' : 'h-6'}`}
            >
              Undo
            </button>
          </p>
        ) : null}
      </LiveRegion>
      <CopyLink
        link={() => location.href}
        label="Copy link to this view"
        className={`flex items-center gap-2 rounded-sm px-2 text-left text-ink-2 hover:bg-raised hover:text-ink ${tall ? 'h-11' : 'h-7'}`}
      >
        Copy link to this view
      </CopyLink>
      <SaveView url={urlState.url} saved={saved} tall={tall} />
    </div>
  );
}
