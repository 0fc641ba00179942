import { Bookmark } from 'lucide-react';
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import { sortMessage } from '@/components/monitor/sort-labels';
import { Button } from '@/components/ui/button';
import { notStoredMessage } from '@/components/ui/stored-text';
import { isComposing } from '@/components/ui/typed-character';
import { useHydrated } from '@/components/ui/use-hydrated';
import { defaultSort } from '@/lib/client/monitors-url';
import { MAX_VIEW_NAME } from '@/lib/contract/limits';
import { filterMessages } from '../active-filters';
import { groupingLabel } from '../groups/group-labels';
import type { MonitorsUrlState } from '../use-monitors-url';
import { cleanName, findView, type SavedView, type SavedViews, useSavedViews } from './saved-views';

/** The field of a view's name. @param props.tall whether it has the height of a touch target */
function NameField({ tall, ...props }: ComponentProps<'input'> & { tall: boolean }) {
  return (
    <input
      maxLength={MAX_VIEW_NAME}
      className={`min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-ink placeholder:text-ink-3 ${tall ? 'h-11' : 'h-[30px]'}`}
      {...props}
    />
  );
}

/** The form in place of the row of a view: Enter renames it, Escape cancels; it can also be deleted. */
export function EditView(props: {
  view: SavedView;
  views: readonly SavedView[];
  tall: boolean;
  /** @param name the new name; null when it is unchanged */
  onDone: (name: string | null) => void;
  onDelete: () => void;
}) {
  const { view, views, tall, onDone, onDelete } = props;
  const [typed, setTyped] = useState(view.name);
  const hintId = useId();
  const name = cleanName(typed);
  const existing = findView(views, name);
  const isTaken = existing !== undefined && existing.name !== view.name;
  const problem = name === '' ? 'Enter a name.' : isTaken ? `“${existing.name}” already exists.` : '';
  const button = tall ? 'h-11!' : '';
  return (
    <form
      className="flex flex-col gap-1 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === '') onDone(name === view.name ? null : name);
      }}
    >
      <span className="flex items-center gap-1.5">
        <NameField
          tall={tall}
          autoFocus
          aria-label={`New name for ${view.name}`}
          aria-invalid={problem !== ''}
          aria-describedby={hintId}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event)) return;
            // Escape must not close the popup.
            event.preventDefault();
            event.stopPropagation();
            onDone(null);
          }}
        />
        <Button type="submit" disabled={problem !== ''} className={button}>
          Rename
        </Button>
        <Button onClick={onDelete} className={button} aria-label={`Delete ${view.name}`}>
          Delete
        </Button>
      </span>
      <span id={hintId} role="status" className="px-1 text-ink-2 text-xs empty:hidden">
        {problem}
      </span>
    </form>
  );
}

/** What a view of this list keeps: "Type: tcp; sorted by name; grouped by host". */
function keptMessage(url: MonitorsUrlState['url']): string {
  const { sort, order, group } = url.query;
  const filters = filterMessages(url);
  const sorted = sortMessage(sort, order);
  return [
    ...(filters.length === 0 ? ['all monitors'] : filters),
    ...(sort === defaultSort && order === 'asc'
      ? []
      : [sorted.replace(/^ by/, 'sorted by').replace(/^, /, '')]),
    ...(group === undefined ? [] : [`grouped by ${groupingLabel(url.query).toLowerCase()}`]),
  ].join('; ');
}

/** A form that saves the current view under a name. An existing view is replaced only by a second press. */
export function SaveView(props: {
  url: MonitorsUrlState['url'];
  saved: SavedViews;
  tall: boolean;
  onSave: (name: string) => void;
}) {
  const { url, saved, tall, onSave } = props;
  const [typed, setTyped] = useState('');
  /** Whether the form was submitted with this text. */
  const [isSubmitted, setSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const name = cleanName(typed);
  const existing = findView(saved.views, name);
  const isReplacing = isSubmitted && existing !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    input.current?.focus();
    if (name === '' || (existing && !isReplacing)) return setSubmitted(true);
    onSave(name);
    setTyped('');
    setSubmitted(false);
  };
  return (
    <form className="flex flex-col gap-1.5 border-line border-t p-2" onSubmit={submit}>
      <label htmlFor={id} className="text-ink-2 text-xs">
        Save current view: {keptMessage(url)}.
      </label>
      <span className="flex items-center gap-1.5">
        <NameField
          tall={tall}
          ref={input}
          id={id}
          aria-label="View name"
          aria-invalid={isSubmitted && name === ''}
          aria-describedby={`${id}-hint`}
          placeholder="Name"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setSubmitted(false);
          }}
        />
        <Button type="submit" className={tall ? 'h-11!' : ''}>
          {isReplacing ? 'Replace' : 'Save'}
        </Button>
      </span>
      <span id={`${id}-hint`} role="alert" className="text-ink text-xs empty:hidden">
        {isReplacing ? `“${existing.name}” already exists.` : ''}
        {isSubmitted && name === '' ? 'Enter a name.' : ''}
      </span>
      <p className="text-ink-3 text-xs">
        It also keeps page size and columns.{saved.isStored ? ' Saved in this browser only.' : ''}
      </p>
    </form>
  );
}

/** Offers to save a view that was opened by a link; null when it is already saved and the browser has stored it. */
export function OfferedView({ urlState }: { urlState: MonitorsUrlState }) {
  const saved = useSavedViews(urlState.url);
  const name = cleanName(urlState.url.view ?? '');
  const existing = findView(saved.views, name);
  const isSaved = existing?.search === saved.current;
  // The server does not know the saved views, which are in localStorage.
  if (!useHydrated() || name === '' || (isSaved && saved.isStored)) return null;
  return (
    <section
      aria-label="A shared view"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-accent-soft px-3 py-2 text-ink"
    >
      <Bookmark className="size-3.5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
        This link shows the view <b className="font-semibold">{name}</b>. A link has no columns of its own.{' '}
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
