import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { activeFilters } from '../facets';
import type { MonitorsUrlState } from '../use-monitors-url';
import { cleanName, findView, MAX_NAME_LENGTH, MAX_VIEWS } from './saved-views';
import type { SavedViews } from './use-saved-views';

interface SaveViewProps {
  url: MonitorsUrlState['url'];
  saved: SavedViews;
  tall: boolean;
}

/** A form that saves the current view under a name. Replacing an existing view needs a confirmation. */
export function SaveView({ url, saved, tall }: SaveViewProps) {
  const [typed, setTyped] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const [isNameMissing, setNameMissing] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const hintId = useId();
  const name = cleanName(typed);
  const existing = findView(saved.views, name);
  const save = () => {
    setAnnouncement(saved.save(name) ? `Saved “${name}”.` : '');
    setTyped('');
    setConfirming(false);
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
        setNameMissing(name === '');
        if (name === '') field.current?.focus();
        else if (existing) setConfirming(true);
        else save();
      }}
    >
      <label htmlFor={fieldId} className="text-ink-2 text-xs">
        Save current view: {summaryOf(url)}
      </label>
      <span className="flex items-center gap-1.5">
        <input
          ref={field}
          id={fieldId}
          aria-label="View name"
          aria-invalid={isNameMissing}
          aria-describedby={hintId}
          placeholder="Name"
          maxLength={MAX_NAME_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setNameMissing(false);
            setConfirming(false);
          }}
          className={`min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-ink placeholder:text-ink-3 ${tall ? 'h-11' : 'h-[30px]'}`}
        />
        <Button type="submit" className={tall ? 'h-11!' : ''}>
          Save
        </Button>
      </span>
      <span id={hintId} role="status" className="text-ink text-xs empty:hidden">
        {isNameMissing ? 'Enter a name.' : ''}
      </span>
      {isConfirming && existing ? (
        <span role="alert" className="flex items-center gap-1.5 text-ink text-xs">
          <span className="min-w-0 flex-1">“{existing.name}” already exists.</span>
          <Button onClick={save} className={tall ? 'h-11!' : ''}>
            Replace
          </Button>
        </span>
      ) : null}
      <p className="text-ink-3 text-xs">
        A view keeps search, filters, order, page size and columns.
        {saved.isStored ? ' Saved in this browser only.' : ''}
      </p>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </form>
  );
}

function summaryOf(url: MonitorsUrlState['url']): string {
  const filters = activeFilters(url).map(({ field, text }) => `${field}: ${text}`);
  return filters.length === 0 ? 'all monitors.' : `${filters.join(', ')}.`;
}
