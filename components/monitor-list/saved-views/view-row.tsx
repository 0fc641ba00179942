import { Check, Link2, type LucideIcon, Pencil, Save, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { RovingItemProps } from '@/components/ui/arrow-key-grid';
import { useCopy } from '@/components/ui/use-copy';
import { withBasePath } from '@/lib/text/base-path';
import type { SavedView } from './saved-views';

/** The classes of a button in the row of a view. */
export const viewButtonClass = (tall: boolean) =>
  `grid shrink-0 place-items-center rounded-sm text-ink-3 outline-offset-[-2px] hover:text-ink ${tall ? 'size-11' : 'size-6'}`;

/** The row of a saved view: its name, which opens it, and buttons to update, rename, copy and delete it. */
export function ViewRow(props: {
  view: SavedView;
  tall: boolean;
  isShown: boolean;
  /** Whether the row takes the focus when it is rendered, because the focused element in its place was removed. */
  takesFocus: boolean;
  itemProps: (id: string) => RovingItemProps;
  onShow: () => void;
  /** Saves the current list under the name of the view. */
  onUpdate: () => void;
  onRename: () => void;
  onDelete: () => void;
}) {
  const { view, itemProps, onUpdate, onRename, onDelete, ...rest } = props;
  const { tall, isShown } = rest;
  const { name } = view;
  const buttonClass = viewButtonClass(tall);
  const button = (part: string, label: string, Icon: LucideIcon, onPress: () => void, isDisabled = false) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      // A disabled button stays focusable.
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onPress}
      className={`${buttonClass} aria-disabled:cursor-default aria-disabled:opacity-30`}
      {...itemProps(`${part} ${name}`)}
    >
      <Icon className="size-3.5" />
    </button>
  );
  return (
    <div className="flex items-center gap-0.5 rounded-sm hover:bg-raised">
      <ViewName {...itemProps(`show ${name}`)} name={name} {...rest} />
      {button('update', `Update view ${name}`, Save, onUpdate, isShown)}
      {button('rename', `Rename ${name}`, Pencil, onRename)}
      <CopyLink
        {...itemProps(`copy ${name}`)}
        className={buttonClass}
        label={`Copy link to ${name}`}
        link={() => linkOf(view, location.origin)}
      />
      {button('delete', `Delete ${name}`, Trash2, onDelete)}
    </div>
  );
}

interface ViewNameProps extends RovingItemProps {
  name: string;
  title?: string;
  tall: boolean;
  isShown: boolean;
  takesFocus?: boolean;
  onShow: () => void;
}

/** The button with the name of a view, which opens it. */
export function ViewName(props: ViewNameProps) {
  const { name, title = name, tall, isShown, takesFocus = false, onShow, ...rest } = props;
  return (
    <button
      type="button"
      // biome-ignore lint/a11y/noAutofocus: see `takesFocus`.
      autoFocus={takesFocus}
      aria-current={isShown ? 'true' : undefined}
      title={title}
      onClick={onShow}
      className={`flex w-full min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left outline-offset-[-2px] hover:bg-raised hover:text-ink ${tall ? 'h-11' : 'h-7'} ${isShown ? 'font-medium text-ink' : 'text-ink-2'}`}
      {...rest}
    >
      <span className="grid size-3.5 shrink-0">
        {isShown ? <Check className="size-3.5 text-accent" /> : null}
      </span>
      <bdi className="truncate">{name}</bdi>
    </button>
  );
}

type CopyLinkProps = Omit<ComponentProps<'button'>, 'onClick'> & { label: string; link: () => string };

/** A button that copies a URL and shows and announces that for a short time. */
export function CopyLink({ label, link, children, ...rest }: CopyLinkProps) {
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
        {children ? <span>{copied ? 'Link copied' : children}</span> : null}
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Link copied' : ''}
      </span>
    </>
  );
}

/** The URL for sharing a view, with its name, by which others can save it. @param origin without a trailing slash */
export function linkOf(view: SavedView, origin: string): string {
  const search = new URLSearchParams(view.search);
  search.set('view', view.name);
  return origin + withBasePath(`/monitors?${search}`);
}
