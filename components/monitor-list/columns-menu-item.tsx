import { Menu } from '@base-ui/react/menu';
import { ArrowDown, ArrowUp, Check } from 'lucide-react';

export const menuItem =
  'flex h-7 min-w-0 flex-1 cursor-default select-none items-center gap-2 rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

interface ColumnItemProps {
  id: string;
  label: string;
  isVisible: boolean;
  /** A column that cannot be hidden can still be moved. */
  canHide: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Called when the user shows or hides the column. */
  onVisible: (visible: boolean) => void;
  /** Called when the pointer comes from another row. */
  onPointerEnter: () => void;
  /** Called when the user moves the column by one position: 1 to the right, -1 to the left. */
  onMove: (step: 1 | -1) => void;
}

/**
 * A menu item of a column: a click shows or hides it, the arrow buttons and Alt with an arrow key move it.
 */
export function ColumnItem(props: ColumnItemProps) {
  const { id, label, isVisible, canHide, isFirst, isLast, onVisible, onPointerEnter, onMove } = props;
  return (
    <div
      role="presentation"
      onPointerEnter={onPointerEnter}
      className="group/item flex items-center rounded-sm hover:bg-raised"
    >
      <Menu.CheckboxItem
        data-column={id}
        // The label for typeahead, because this position may have another column after a move.
        label={label}
        checked={isVisible}
        disabled={!canHide}
        onCheckedChange={onVisible}
        closeOnClick={false}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={canHide ? undefined : 'Always shown'}
        className={`${menuItem} data-disabled:text-ink-3`}
      >
        <span className={`grid size-3.5 place-items-center ${canHide ? '' : 'opacity-50'}`}>
          <Menu.CheckboxItemIndicator>
            <Check className="size-3.5" />
          </Menu.CheckboxItemIndicator>
        </span>
        {label}
      </Menu.CheckboxItem>
      <MoveButton icon={ArrowUp} label="Move left" isDisabled={isFirst} onMove={() => onMove(-1)} />
      <MoveButton icon={ArrowDown} label="Move right" isDisabled={isLast} onMove={() => onMove(1)} />
    </div>
  );
}

interface MoveButtonProps {
  icon: typeof ArrowUp;
  label: string;
  isDisabled: boolean;
  onMove: () => void;
}

/**
 * A button only for pointers: a menu may contain only menu items, and keyboard users have Alt with the arrow
 * keys.
 */
function MoveButton({ icon: Icon, label, isDisabled, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title={label}
      disabled={isDisabled}
      // Keeps the focus on the menu item.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onMove}
      className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 enabled:hover:bg-line enabled:hover:text-ink disabled:opacity-30"
    >
      <Icon className="size-3.5" />
    </button>
  );
}
