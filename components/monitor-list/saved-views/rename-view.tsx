import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { isComposing } from '@/components/ui/typed-character';
import { cleanName, findView, LONGEST_NAME, type SavedView } from './saved-views';

interface RenameViewProps {
  view: SavedView;
  views: readonly SavedView[];
  /** @param name null: it stays as it was */
  onDone: (name: string | null) => void;
}

/** A view's name as a field, in the place of its row. Enter keeps the new name, Escape the old. */
export function RenameView({ view, views, onDone }: RenameViewProps) {
  const [typed, setTyped] = useState(view.name);
  const hintId = useId();
  const name = cleanName(typed);
  const holder = findView(views, name);
  const isTaken = holder !== undefined && holder.name !== view.name;
  const problem = name === '' ? 'Enter a name.' : isTaken ? `“${holder.name}” already exists.` : '';
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
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
          autoFocus
          aria-label={`New name for ${view.name}`}
          aria-invalid={problem !== ''}
          aria-describedby={hintId}
          maxLength={LONGEST_NAME}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event)) return;
            // Only the field is left, not the popup around it.
            event.preventDefault();
            event.stopPropagation();
            onDone(null);
          }}
          className="h-[30px] min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-ink"
        />
        <Button type="submit" disabled={problem !== ''}>
          Rename
        </Button>
      </span>
      <span id={hintId} role="status" className="px-1 text-ink-2 text-xs empty:hidden">
        {problem}
      </span>
    </form>
  );
}
