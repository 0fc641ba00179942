import { CopyPlus, Download, Pencil, Save, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
import { Button } from '@/components/ui/button';
import { LiveRegion } from '@/components/ui/live-region';
import { notStoredMessage } from '@/components/ui/not-stored';
import { withBasePath } from '@/lib/text/base-path';
import type { MonitorsUrlState } from '../use-monitors-url';
import { type SavedViews, withChanges } from './change-views';
import { RenameView } from './rename-view';
import { SaveView } from './save-view';
import { findView, parseSavedViews, type SavedView } from './saved-views';
import { newSuggestions } from './suggested-views';
import { pathOfView, viewsFileOf } from './team-view';
import { storedViews, useSavedViews } from './use-saved-views';
import { useTeamViews } from './use-team-views';
import { CopyLink, controlsOf, linkOf, type ViewItem, ViewRow } from './view-row';

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
  const id = useId();
  const [renaming, setRenaming] = useState<string | null>(null);
  /** The name of the saved view whose row takes the focus when it is rendered. */
  const [focusedName, setFocusedName] = useState<string | null>(null);
  const [last, setLast] = useState<LastChange | null>(null);
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
  const ofTeam = teamItems(team, saved);
  const own = views.map((view): ViewItem => {
    const { name } = view;
    const remove = () => change(view, `Deleted “${name}”.`, () => saved.remove(view));
    return {
      key: `saved ${name}`,
      view,
      actions: [
        {
          ...{ part: 'update', label: `Update view ${name}`, icon: Save },
          run: saved.isShown(view) ? undefined : () => update(view),
        },
        { part: 'rename', label: `Rename ${name}`, icon: Pencil, run: () => setRenaming(name) },
        { part: 'copy', label: `Copy link to ${name}`, link: () => linkOf(view, location.origin) },
        { part: 'delete', label: `Delete ${name}`, icon: Trash2, run: remove },
      ],
    };
  });
  const suggested = newSuggestions(views).map((view) => ({
    key: `suggested ${view.name}`,
    view,
    actions: [],
  }));
  const { itemProps, containerProps } = useRovingFocus([...ofTeam, ...own, ...suggested].map(controlsOf));
  const rowOf = (item: ViewItem) => (
    <ViewRow
      item={item}
      tall={tall}
      isShown={saved.isShown(item.view)}
      takesFocus={item.key === `saved ${focusedName}`}
      itemProps={itemProps}
      onShow={() => show(item.view)}
    />
  );
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
      <div className={tall ? '' : 'max-h-96 overflow-y-auto'} {...containerProps}>
        {ofTeam.length === 0 ? null : (
          <>
            <p id={`${id}-team`} className="px-2 pt-1 pb-0.5 text-ink-3 text-xs">
              Team
            </p>
            <ul aria-labelledby={`${id}-team`} className="border-line border-b pb-1">
              {ofTeam.map((item) => (
                <li key={item.key}>{rowOf(item)}</li>
              ))}
            </ul>
          </>
        )}
        <FileProblem problems={team.problems} />
        <ul aria-label="Saved views">
          {own.map((item) => (
            <li key={item.key}>
              {renaming === item.view.name ? (
                <RenameView
                  view={item.view}
                  views={views}
                  onDone={(name) => {
                    setRenaming(null);
                    setFocusedName(name ?? item.view.name);
                    if (name === null) return;
                    change(item.view, `Renamed to “${name}”.`, () => saved.rename(item.view, name));
                  }}
                />
              ) : (
                rowOf(item)
              )}
            </li>
          ))}
        </ul>
        {suggested.length > 0 ? (
          <>
            <p id={`${id}-suggested`} className="px-2 pt-1 pb-0.5 text-ink-3 text-xs">
              {views.length === 0 && last === null ? 'No saved views yet. Try:' : 'Suggestions'}
            </p>
            <ul aria-labelledby={`${id}-suggested`}>
              {suggested.map((item) => (
                <li key={item.key}>{rowOf(item)}</li>
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

/** The views of the team: they can be opened and copied, but not changed. */
function teamItems({ views, hasDefault }: ReturnType<typeof useTeamViews>, saved: SavedViews): ViewItem[] {
  const items = views.map((view): ViewItem => {
    const { name, description } = view;
    const isKept = findView(saved.views, name) !== undefined;
    const link = () => location.origin + withBasePath(pathOfView(view.search, hasDefault));
    return {
      key: `team ${name}`,
      view,
      title: description === null ? name : `${name}: ${description}`,
      actions: [
        { part: 'copy', label: `Copy link to ${name}`, link },
        {
          ...{ part: 'keep', label: isKept ? `${name} is in my views` : `Copy ${name} to my views` },
          icon: CopyPlus,
          run: isKept ? undefined : () => saved.add(view),
        },
      ],
    };
  });
  // A default view replaces the list of all monitors.
  const all = { key: 'all', view: { name: 'All monitors', search: '' }, actions: [] };
  return hasDefault ? [all, ...items] : items;
}

/** The problems of the file with the team's views. */
function FileProblem({ problems }: Pick<ReturnType<typeof useTeamViews>, 'problems'>) {
  const [problem] = problems;
  if (problem === undefined) return null;
  return (
    <p className="px-2 py-1 text-ink-3 text-xs [overflow-wrap:anywhere]">
      The views file is wrong, so its last good version is shown.
      {problem.line === null ? ' ' : ` Line ${problem.line}: `}
      {problem.message}
      {problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}
    </p>
  );
}
