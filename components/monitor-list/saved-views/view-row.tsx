import { Check, Link2, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { RovingItemProps } from '@/components/ui/arrow-key-grid';
import { useCopy } from '@/components/ui/use-copy';
import { withBasePath } from '@/lib/text/base-path';
import type { SavedView } from './saved-views';

/** A view with the buttons of its row. `key` is unique among all rows. */
export interface ViewItem {
  key: string;
  view: SavedView;
  title?: string;
  actions: readonly ViewAction[];
}

/** A button of a row: `part` is unique in the row. A button without `run` is disabled; one with `link` copies it. */
type ViewAction = { part: string; label: string } & (
  | { icon: LucideIcon; run: (() => void) | undefined }
  | { link: () => string }
);

/** The ids of the controls of a row, for the roving focus. */
export function controlsOf({ key, actions }: ViewItem): string[] {
  return ['show', ...actions.map(({ part }) => part)].map((part) => `${part} ${key}`);
}

/** The row of a view: its name, which opens it, and its buttons. */
export function ViewRow(props: {
  item: ViewItem;
  tall: boolean;
  isShown: boolean;
  /** Whether the row takes the focus when it is rendered, because the focused element in its place was removed. */
  takesFocus: boolean;
  itemProps: (id: string) => RovingItemProps;
  onShow: () => void;
}) {
  const { item, tall, isShown, takesFocus, itemProps, onShow } = props;
  const { key, view, title = view.name, actions } = item;
  const buttonClass = `grid shrink-0 place-items-center rounded-sm text-ink-3 outline-offset-[-2px] hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-30 ${tall ? 'size-11' : 'size-6'}`;
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
      {actions.map((action) => {
        const { part, label } = action;
        const common = { className: buttonClass, ...itemProps(`${part} ${key}`) };
        if ('link' in action) return <CopyLink key={part} label={label} link={action.link} {...common} />;
        const { icon: Icon, run } = action;
        return (
          // A disabled button stays focusable.
          <button
            key={part}
            type="button"
            aria-label={label}
            title={label}
            aria-disabled={run === undefined}
            onClick={run}
            {...common}
          >
            <Icon className="size-3.5" />
          </button>
        );
      })}
    </div>
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
