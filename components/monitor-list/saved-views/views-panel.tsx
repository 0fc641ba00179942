import { Check, Download, Link2, Pencil } from 'lucide-react';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { type RovingItemProps, useRovingFocus } from '@/components/ui/arrow-key-grid';
import { Button } from '@/components/ui/button';
import { useCopy } from '@/components/ui/copy-button';
import { LiveRegion } from '@/components/ui/live-region';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { notStoredMessage } from '@/components/ui/stored-text';
import { withBasePath } from '@/lib/text/base-path';
import type { MonitorsUrlState } from '../use-monitors-url';
import { EditView, SaveView } from './save-view';
import { type SavedView, useSavedViews } from './saved-views';
import { linkOf, pathOfView, useTeamViews, viewsFileOf } from './team-views';

export function ViewsPopover(props: { trigger: TriggerProps; urlState: MonitorsUrlState }) {
  const { trigger, urlState } = props;
  return (
    <PopoverFrame trigger={trigger} title="Views" align="end" className="w-80 p-1">
      {(close) => <ViewsPanel urlState={urlState} onShown={close} />}
    </PopoverFrame>
  );
}

/** A view with what can be done with it. `key` is unique among all rows. */
interface ViewItem {
  key: string;
  view: SavedView;
  title?: string;
  onEdit?: () => void;
  link?: () => string;
}

/** The ids of the controls of a row, for the roving focus. */
const controlsOf = ({ key, onEdit, link }: ViewItem) => [
  `show ${key}`,
  ...(onEdit ? [`edit ${key}`] : []),
  ...(link ? [`link ${key}`] : []),
];

/** The views of the team and of this browser, and a form to save the current view. */
export function ViewsPanel(props: {
  urlState: MonitorsUrlState;
  /** Whether rows have the height of touch targets. */
  tall?: boolean;
  /** Called when a view has been opened. */
  onShown: () => void;
}) {
  const { urlState, tall = false, onShown } = props;
  const saved = useSavedViews(urlState.url);
  const { views, modified } = saved;
  const team = useTeamViews();
  /** The names of the view that is edited, and of the one whose row takes the focus when it is rendered. */
  const [editing, setEditing] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const teamTitle = useId();
  const ownList = useRef<HTMLUListElement>(null);
  const save = (name: string) => setMessage(saved.save(name) ? `Saved “${name}”.` : '');
  const endEditing = (view: SavedView, name: string | null) => {
    setEditing(null);
    setFocused(name ?? view.name);
    if (name !== null) setMessage(saved.rename(view, name) ? `Renamed to “${name}”.` : '');
  };
  const remove = (view: SavedView) => {
    setEditing(null);
    setMessage(saved.remove(view) ? `Deleted “${view.name}”.` : '');
    // The pressed button has been removed.
    ownList.current?.focus();
  };
  const ofTeam = team.views.map(
    (view): ViewItem => ({
      key: `team ${view.name}`,
      view,
      title: view.description === null ? view.name : `${view.name}: ${view.description}`,
      link: () => location.origin + withBasePath(pathOfView(view.search, team.hasDefault)),
    }),
  );
  // A default view replaces the list of all monitors.
  if (team.hasDefault) ofTeam.unshift({ key: 'all', view: { name: 'All monitors', search: '' } });
  const own = views.map(
    (view): ViewItem => ({
      key: `saved ${view.name}`,
      view,
      onEdit: () => setEditing(view.name),
      link: () => linkOf(view, location.origin),
    }),
  );
  const { itemProps, containerProps } = useRovingFocus([...ofTeam, ...own].map(controlsOf));
  const rowOf = (item: ViewItem) => (
    <li key={item.key}>
      {item.key === `saved ${editing}` ? (
        <EditView
          view={item.view}
          views={views}
          tall={tall}
          onDone={(name) => endEditing(item.view, name)}
          onDelete={() => remove(item.view)}
        />
      ) : (
        <ViewRow
          item={item}
          tall={tall}
          isShown={saved.isShown(item.view)}
          takesFocus={item.key === `saved ${focused}`}
          itemProps={itemProps}
          onShow={() => {
            urlState.applySavedView(item.view.search);
            saved.applyColumns(item.view);
            onShown();
          }}
        />
      )}
    </li>
  );
  return (
    <div className="flex flex-col gap-1">
      {modified ? (
        <p className="flex items-center gap-2 px-2 py-1 text-ink-2">
          <span className="min-w-0 flex-1 truncate">“{modified.name}” is modified.</span>
          <Button className={tall ? 'h-11!' : ''} onClick={() => save(modified.name)}>
            Update view
          </Button>
        </p>
      ) : null}
      <div className={tall ? '' : 'max-h-96 overflow-y-auto'} {...containerProps}>
        {ofTeam.length === 0 ? null : (
          <>
            <p id={teamTitle} className="px-2 pt-1 pb-0.5 text-ink-3 text-xs">
              Team
            </p>
            <ul aria-labelledby={teamTitle}>{ofTeam.map(rowOf)}</ul>
          </>
        )}
        <FileProblem problems={team.problems} />
        <ul ref={ownList} aria-label="Saved views" tabIndex={-1} className="outline-none">
          {own.map(rowOf)}
        </ul>
        {own.length === 0 ? <p className="px-2 py-1 text-ink-3 text-xs">No saved views yet.</p> : null}
      </div>
      <LiveRegion>
        <p className="sr-only">{message}</p>
        {saved.isStored ? null : <p className="px-2 py-1 text-ink text-xs">{notStoredMessage}</p>}
      </LiveRegion>
      {views.length === 0 ? null : (
        <a
          href={`data:application/json,${encodeURIComponent(viewsFileOf(views))}`}
          download="sightline-views.json"
          className={`flex items-center gap-2 rounded-sm px-2 text-ink-2 hover:bg-raised hover:text-ink ${tall ? 'h-11' : 'h-7'}`}
        >
          <Download className="size-3.5 shrink-0" />
          Export my views
        </a>
      )}
      <SaveView url={urlState.url} saved={saved} tall={tall} onSave={save} />
    </div>
  );
}

/** The row of a view: its name, which opens it, and its buttons. */
function ViewRow(props: {
  item: ViewItem;
  tall: boolean;
  isShown: boolean;
  /** Whether the row takes the focus when it is rendered, because the focused element in its place was removed. */
  takesFocus: boolean;
  itemProps: (id: string) => RovingItemProps;
  onShow: () => void;
}) {
  const { item, tall, isShown, takesFocus, itemProps, onShow } = props;
  const { key, view, title = view.name, onEdit, link } = item;
  const button = `grid shrink-0 place-items-center rounded-sm text-ink-3 outline-offset-[-2px] hover:text-ink ${tall ? 'size-11' : 'size-6'}`;
  return (
    <div className="flex items-center gap-0.5 rounded-sm hover:bg-raised">
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: see `takesFocus`.
        autoFocus={takesFocus}
        aria-current={isShown ? 'true' : undefined}
        title={title}
        onClick={onShow}
        className={`flex w-full min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left outline-offset-[-2px] hover:bg-raised hover:text-ink ${tall ? 'h-11' : 'h-7'} ${isShown ? 'font-medium text-ink' : 'text-ink-2'}`}
        {...itemProps(`show ${key}`)}
      >
        <span className="grid size-3.5 shrink-0">
          {isShown ? <Check className="size-3.5 text-accent" /> : null}
        </span>
        <bdi className="truncate">{view.name}</bdi>
      </button>
      {onEdit ? (
        <button
          type="button"
          aria-label={`Edit ${view.name}`}
          title={`Edit ${view.name}`}
          onClick={onEdit}
          className={button}
          {...itemProps(`edit ${key}`)}
        >
          <Pencil className="size-3.5" />
        </button>
      ) : null}
      {link ? (
        <CopyLink
          label={`Copy link to ${view.name}`}
          link={link}
          className={button}
          {...itemProps(`link ${key}`)}
        />
      ) : null}
    </div>
  );
}

type CopyLinkProps = Omit<ComponentProps<'button'>, 'onClick'> & { label: string; link: () => string };

/** A button that copies a URL and shows and announces that for a short time. */
function CopyLink({ label, link, ...rest }: CopyLinkProps) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Link2;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={copied ? 'Link copied' : label}
        onClick={() => copy(label, link())}
        {...rest}
      >
        <Icon className="size-3.5 shrink-0" />
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Link copied' : ''}
      </span>
    </>
  );
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
