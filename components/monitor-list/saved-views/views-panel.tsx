import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
import { Button } from '@/components/ui/button';
import { LiveRegion } from '@/components/ui/live-region';
import { notStoredMessage } from '@/components/ui/not-stored';
import type { MonitorsUrlState } from '../use-monitors-url';
import { withChanges } from './change-views';
import { RenameView } from './rename-view';
import { SaveView } from './save-view';
import { parseSavedViews, type SavedView } from './saved-views';
import { newSuggestions } from './suggested-views';
import { viewsFileOf } from './team-view';
import { TeamViewsList, teamRows } from './team-views-list';
import { storedViews, useSavedViews } from './use-saved-views';
import { useTeamViews } from './use-team-views';
import { CopyLink, ViewName, ViewRow } from './view-row';

/** The last change, and the stored views before and after it, for Undo. */
interface LastChange {
  /** The name of the view before. */
  name: string;
  message: string;
  before: string | null;
  after: string | null;
}

/** The saved and suggested views with all their actions, and a form to save the current view. */
export function ViewsPanel(props: {
  urlState: MonitorsUrlState;
  /** Whether rows have the height of touch targets. */
  tall?: boolean;
  /** Called when a view has been opened. */
  onShown: () => void;
}) {
  const { urlState, tall = false, onShown } = props;
  const saved = withChanges(useSavedViews(urlState.url));
  const { views, modified, text } = saved;
  const team = useTeamViews();
  const suggestedId = useId();
  const [renaming, setRenaming] = useState<string | null>(null);
  /** The name of the view whose row takes the focus when it is rendered. */
  const [focusedName, setFocusedName] = useState<string | null>(null);
  const [last, setLast] = useState<LastChange | null>(null);
  const suggested = newSuggestions(views);
  const rovingFocus = useRovingFocus([
    ...teamRows(team),
    ...views.map(({ name }) =>
      ['show', 'update', 'rename', 'copy', 'delete'].map((part) => `${part} ${name}`),
    ),
    ...suggested.map(({ name }) => [`suggested ${name}`]),
  ]);
  const show = (view: SavedView) => {
    urlState.applySavedView(view.search);
    saved.applyColumns(view);
    onShown();
  };
  const change = ({ name }: SavedView, message: string, apply: () => void) => {
    apply();
    setLast({ name, message, before: text, after: storedViews.read() });
  };
  const update = (view: SavedView) => change(view, `Updated “${view.name}”.`, () => saved.save(view.name));
  return (
    <div className="flex flex-col gap-1">
      {modified ? (
        <p className="flex items-center gap-2 px-2 py-1 text-ink-2">
          <span className="min-w-0 flex-1 truncate">“{modified.name}” is modified.</span>
          <Button className={tall ? 'h-11!' : ''} onClick={() => update(modified)}>
            Update view
          </Button>
        </p>
      ) : null}
      <div className={tall ? '' : 'max-h-96 overflow-y-auto'} {...rovingFocus.containerProps}>
        <TeamViewsList {...{ team, saved, tall, itemProps: rovingFocus.itemProps }} onShow={show} />
        <ul aria-label="Saved views">
          {views.map((item) => (
            <li key={item.name}>
              {renaming === item.name ? (
                <RenameView
                  view={item}
                  views={views}
                  onDone={(name) => {
                    setRenaming(null);
                    setFocusedName(name ?? item.name);
                    if (name === null) return;
                    change(item, `Renamed to “${name}”.`, () => saved.rename(item, name));
                  }}
                />
              ) : (
                <ViewRow
                  view={item}
                  tall={tall}
                  isShown={saved.isShown(item)}
                  takesFocus={focusedName === item.name}
                  itemProps={rovingFocus.itemProps}
                  onShow={() => show(item)}
                  onUpdate={() => update(item)}
                  onRename={() => setRenaming(item.name)}
                  onDelete={() => change(item, `Deleted “${item.name}”.`, () => saved.remove(item))}
                />
              )}
            </li>
          ))}
        </ul>
        {suggested.length > 0 ? (
          <>
            <p id={suggestedId} className="px-2 pt-1 pb-0.5 text-ink-3 text-xs">
              {views.length === 0 && last === null ? 'No saved views yet. Try:' : 'Suggestions'}
            </p>
            <ul aria-labelledby={suggestedId}>
              {suggested.map((item) => (
                <li key={item.name}>
                  <ViewName
                    {...rovingFocus.itemProps(`suggested ${item.name}`)}
                    name={item.name}
                    tall={tall}
                    isShown={saved.isShown(item)}
                    onShow={() => show(item)}
                  />
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <LiveRegion>
        {/* Not after a change in another tab, which Undo would undo as well. */}
        {last !== null && last.after === text ? (
          <p className="flex items-center gap-2 rounded-sm bg-raised px-2 py-1 text-ink-2">
            <span className="min-w-0 truncate">{saved.isStored ? last.message : ''}</span>
            <button
              // A key for each change, so that autoFocus applies each time.
              key={last.message}
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the pressed button has been removed, so the focus moves here.
              autoFocus={views.length < parseSavedViews(last.before).length}
              onClick={() => {
                storedViews.write(last.before ?? '[]');
                setFocusedName(last.name);
                setLast(null);
              }}
              className={`ml-auto rounded-sm px-2 font-medium text-accent hover:bg-surface ${tall ? 'h-11' : 'h-6'}`}
            >
              Undo
            </button>
          </p>
        ) : null}
        {saved.isStored ? null : <p className="px-2 py-1 text-ink text-xs">{notStoredMessage}</p>}
      </LiveRegion>
      <CopyLink
        link={() => location.href}
        label="Copy link to this view"
        className={`flex items-center gap-2 rounded-sm px-2 text-left text-ink-2 hover:bg-raised hover:text-ink ${tall ? 'h-11' : 'h-7'}`}
      >
        Copy link to this view
      </CopyLink>
      {views.length === 0 ? null : (
        <a
          href={`data:application/json,${encodeURIComponent(viewsFileOf(views))}`}
          download="sightline-views.json"
          className={`flex items-center gap-2 rounded-sm px-2 text-left text-ink-2 hover:bg-raised hover:text-ink ${tall ? 'h-11' : 'h-7'}`}
        >
          <Download className="size-3.5 shrink-0" />
          Export my views
        </a>
      )}
      <SaveView url={urlState.url} saved={saved} tall={tall} />
    </div>
  );
}
