import { useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
import { LiveRegion } from '@/components/ui/live-region';
import type { MonitorsUrlState } from '../use-monitors-url';
import { RenameView } from './rename-view';
import { SaveView } from './save-view';
import type { SavedView } from './saved-views';
import type { SavedViews } from './use-saved-views';
import { ViewRow } from './view-row';

interface ViewsPanelProps {
  urlState: MonitorsUrlState;
  saved: SavedViews;
  /** Rows for fingers. */
  tall?: boolean;
  onShown: () => void;
}

/** The saved views with all that can be done with them, and a field to save what is shown now. */
export function ViewsPanel({ urlState, saved, tall = false, onShown }: ViewsPanelProps) {
  const [renaming, setRenaming] = useState<string | null>(null);
  /** Whose row takes the focus when it comes (back). */
  const [returning, setReturning] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<{ view: SavedView; index: number } | null>(null);
  const isEmpty = saved.views.length === 0 && deleted === null;
  const shown = isEmpty ? suggestedViews : saved.views;
  const rovingFocus = useRovingFocus(
    shown.map(({ name }) =>
      ['show', ...(isEmpty ? [] : ['rename', 'copy', 'delete'])].map((part) => `${part} ${name}`),
    ),
  );
  return (
    <div className="flex flex-col gap-1">
      {isEmpty ? (
        <p className="px-2 pt-1 text-ink-3 text-xs">You have saved none yet. These may be of use:</p>
      ) : null}
      <ul className={tall ? '' : 'max-h-80 overflow-y-auto'} {...rovingFocus.containerProps}>
        {shown.map((item, index) => (
          <li key={item.name}>
            {renaming === item.name ? (
              <RenameView
                view={item}
                views={saved.views}
                onDone={(name) => {
                  setRenaming(null);
                  setReturning(name ?? item.name);
                  if (name !== null) saved.rename(item, name);
                }}
              />
            ) : (
              <ViewRow
                view={item}
                tall={tall}
                isShown={item.search === saved.current}
                isSuggested={isEmpty}
                takesFocus={returning === item.name}
                itemProps={rovingFocus.itemProps}
                onShow={() => {
                  urlState.applySavedView(item.search);
                  onShown();
                }}
                onRename={() => setRenaming(item.name)}
                onDelete={() => {
                  setDeleted({ view: item, index });
                  saved.remove(item);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <LiveRegion>
        {deleted ? (
          <p className="flex items-center gap-2 rounded-sm bg-raised px-2 py-1 text-ink-2">
            <span className="min-w-0 truncate">Deleted “{deleted.view.name}”.</span>
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone; this is where one goes on.
              autoFocus
              onClick={() => {
                saved.restore(deleted.view, deleted.index);
                setReturning(deleted.view.name);
                setDeleted(null);
              }}
              className={`ml-auto rounded-sm px-2 font-medium text-accent hover:bg-surface ${tall ? 'h-11' : 'h-6'}`}
            >
              Undo
            </button>
          </p>
        ) : null}
      </LiveRegion>
      <SaveView url={urlState.url} saved={saved} tall={tall} />
    </div>
  );
}

/** Offered to those who have saved none: what people look for first. */
export const suggestedViews: readonly SavedView[] = [
  { name: 'Down or silent', search: 'condition=down&condition=overdue' },
  { name: 'Never checked', search: 'condition=pending' },
  { name: 'In maintenance', search: 'maintenance_mode=true' },
];
