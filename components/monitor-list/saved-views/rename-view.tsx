import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { isComposing } from '@/components/ui/typed-character';
import { MAX_VIEW_NAME } from '@/lib/contract/view-limits';
import { cleanName, findView, type SavedView } from './saved-views';

/** A text field for the name of a view, in place of its row. Enter saves the name, Escape cancels. */
export function RenameView(props: {
  view: SavedView;
  views: readonly SavedView[];
  /** @param name the new name; null when it is unchanged */
  onDone: (name: string | null) => void;
}) {
  const { view, views, onDone } = props;
  const [typed, setTyped] = useState(view.name);
  const hintId = useId();
  const name = cleanName(typed);
  const existing = findView(views, name);
  const isTaken = existing !== undefined && existing.name !== view.name;
  const problem = name === '' ? 'Enter a name.' : isTaken ? `“${existing.name}” already exists.` : '';
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
          // biome-ignore lint/a11y/noAutofocus: the user has just pressed the rename button.
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
