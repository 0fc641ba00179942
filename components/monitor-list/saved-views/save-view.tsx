import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { MAX_VIEW_NAME, MAX_VIEWS } from '@/lib/contract/view-limits';
import { filterMessages } from '../active-filters';
import type { MonitorsUrlState } from '../use-monitors-url';
import type { SavedViews } from './change-views';
import { cleanName, findView } from './saved-views';

/** A form that saves the current view under a name. Replacing an existing view needs a confirmation. */
export function SaveView(props: { url: MonitorsUrlState['url']; saved: SavedViews; tall: boolean }) {
  const { url, saved, tall } = props;
  const [typed, setTyped] = useState('');
  /** Whether the form was submitted with this text. */
  const [isSubmitted, setSubmitted] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const name = cleanName(typed);
  const existing = findView(saved.views, name);
  const isNameMissing = isSubmitted && name === '';
  const filters = filterMessages(url);
  const save = () => {
    setAnnouncement(saved.save(name) ? `Saved “${name}”.` : '');
    setTyped('');
    setSubmitted(false);
    field.current?.focus();
  };
  if (saved.views.length >= MAX_VIEWS && !existing && typed === '') {
    return (
      <p className="border-line border-t px-2 py-2 text-ink-2 text-xs">
        {MAX_VIEWS} views saved (maximum). Delete one to save another.
      </p>
    );
  }
  return (
    <form
      className="flex flex-col gap-1.5 border-line border-t p-2"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (name === '') field.current?.focus();
        else if (!existing) save();
      }}
    >
      <label htmlFor={id} className="text-ink-2 text-xs">
        Save current view: {filters.length === 0 ? 'all monitors' : filters.join('; ')}.
      </label>
      <span className="flex items-center gap-1.5">
        <input
          ref={field}
          id={id}
          aria-label="View name"
          aria-invalid={isNameMissing}
          aria-describedby={`${id}-hint`}
          placeholder="Name"
          maxLength={MAX_VIEW_NAME}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setSubmitted(false);
          }}
          className={`min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-ink placeholder:text-ink-3 ${tall ? 'h-11' : 'h-[30px]'}`}
        />
        <Button type="submit" className={tall ? 'h-11!' : ''}>
          Save
        </Button>
      </span>
      <span id={`${id}-hint`} role="status" className="text-ink text-xs empty:hidden">
        {isNameMissing ? 'Enter a name.' : ''}
      </span>
      {isSubmitted && existing ? (
        <span role="alert" className="flex items-center gap-1.5 text-ink text-xs">
          <span className="min-w-0 flex-1">“{existing.name}” already exists.</span>
          <Button onClick={save} className={tall ? 'h-11!' : ''}>
            Replace
          </Button>
        </span>
      ) : null}
      <p className="text-ink-3 text-xs">
        A view keeps search, filters, order, groups, page size and columns.
        {saved.isStored ? ' Saved in this browser only.' : ''}
      </p>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </form>
  );
}
