import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { isComposing } from '@/components/ui/typed-character';
import { MAX_VIEW_NAME, MAX_VIEWS } from '@/lib/contract/limits';
import { filterMessages } from '../active-filters';
import type { MonitorsUrlState } from '../use-monitors-url';
import type { SavedViews } from './change-views';
import { cleanName, findView, type SavedView } from './saved-views';

const field =
  'min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-ink placeholder:text-ink-3';

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
        <input
          // biome-ignore lint/a11y/noAutofocus: the user has just pressed the edit button.
          autoFocus
          aria-label={`New name for ${view.name}`}
          aria-invalid={problem !== ''}
          aria-describedby={hintId}
          maxLength={MAX_VIEW_NAME}
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
          className={`${field} ${tall ? 'h-11' : 'h-[30px]'}`}
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
  const filters = filterMessages(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    input.current?.focus();
    if (name === '' || (existing && !isReplacing)) return setSubmitted(true);
    onSave(name);
    setTyped('');
    setSubmitted(false);
  };
  if (saved.views.length >= MAX_VIEWS && !existing && typed === '') {
    return (
      <p className="border-line border-t px-2 py-2 text-ink-2 text-xs">
        {MAX_VIEWS} views saved (maximum). Delete one to save another.
      </p>
    );
  }
  return (
    <form className="flex flex-col gap-1.5 border-line border-t p-2" onSubmit={submit}>
      <label htmlFor={id} className="text-ink-2 text-xs">
        Save current view: {filters.length === 0 ? 'all monitors' : filters.join('; ')}.
      </label>
      <span className="flex items-center gap-1.5">
        <input
          ref={input}
          id={id}
          aria-label="View name"
          aria-invalid={isSubmitted && name === ''}
          aria-describedby={`${id}-hint`}
          placeholder="Name"
          maxLength={MAX_VIEW_NAME}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setSubmitted(false);
          }}
          className={`${field} ${tall ? 'h-11' : 'h-[30px]'}`}
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
        A view keeps search, filters, order, groups, page size and columns.
        {saved.isStored ? ' Saved in this browser only.' : ''}
      </p>
    </form>
  );
}
