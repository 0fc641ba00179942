import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { errorTitle } from '@/components/errors/explain-error';
import { failureOf } from '@/components/errors/failure';
import { type SavedView, useStoredViews } from '@/components/monitor-list/saved-views/saved-views';
import { pathOfView } from '@/components/monitor-list/saved-views/team-views';
import { useCommandList } from '@/components/ui/commands';
import { contentElement } from '@/components/ui/content';
import { HighlightProvider } from '@/components/ui/highlight';
import { KeyCaps } from '@/components/ui/key-caps';
import { openTab } from '@/components/ui/link';
import { Modal } from '@/components/ui/modal';
import { usePreferences } from '@/components/ui/preferences';
import { isComposing } from '@/components/ui/typed-character';
import { useRequestContext } from '@/components/ui/use-request-context';
import { SEARCH_DEBOUNCE_MS } from '@/lib/client/monitors-url';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import { MAX_SEARCH_LENGTH } from '@/lib/contract/query-parameters';
import type { MonitorList } from '@/lib/contract/responses';
import { formatCount, formatInteger } from '@/lib/text/format';
import {
  normalizedText,
  type PaletteAction,
  type PaletteGroup,
  type PaletteItem,
  PaletteOption,
  paletteGroups,
} from './palette-items';

/**
 * The modal dialog of the command palette. Dismissing it restores the focus; choosing an item moves the focus
 * to the content of the page.
 */
export function PaletteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  /** The element that gets the focus after closing; null: the content of the page. */
  const focusAfter = useRef<HTMLElement | null>(null);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Jump to a monitor"
      heading={false}
      focusAfter={() => (focusAfter.current?.isConnected ? focusAfter.current : contentElement())}
      className="max-w-[640px]"
    >
      <PaletteSearch
        onOpen={(focused) => {
          focusAfter.current = focused;
        }}
        onChosen={() => {
          focusAfter.current = null;
          onClose();
        }}
      />
    </Modal>
  );
}

/**
 * The search field of the command palette, its options and its status line.
 *
 * @param props.onOpen called with the element that had the focus before; null: none
 * @param props.onChosen called when an option is chosen, except when a monitor opens in a new tab
 */
function PaletteSearch(props: { onOpen: (focused: HTMLElement | null) => void; onChosen: () => void }) {
  const { onOpen, onChosen } = props;
  const router = useRouter();
  const commands = useCommandList();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const takeFocus = useEffectEvent(() => {
    const focused = document.activeElement;
    onOpen(focused instanceof HTMLElement && focused !== document.body ? focused : null);
    field.current?.focus();
  });
  // Base UI moves the focus one frame later; a key pressed before that would be lost.
  useLayoutEffect(() => takeFocus(), []);
  const { answer, error, isCurrent } = usePaletteResults(text);
  const ofViews = useViewActions();
  const ofPage = commands
    .filter(({ keys, inPalette, group }) => keys !== '$mod+k' && (group === 'Global' || inPalette))
    .map(({ keys, caps, label, run }): PaletteAction => ({ kind: 'action', id: keys, label, caps, run }));
  const groups = paletteGroups({
    text,
    answer,
    actions: [...ofPage, ...ofViews],
    searchList: {
      kind: 'action',
      id: 'search',
      label: `Search the list for “${normalizedText(text)}”`,
      run: () => router.push(`/monitors?${new URLSearchParams({ q: normalizedText(text) })}`),
    },
  });
  /** Closes the palette and runs an action. The option of a monitor is a link, which navigates by itself. */
  const choose = (item: PaletteItem) => {
    onChosen();
    if (item.kind === 'action') item.run();
  };

  /** Set while Enter was pressed before the results for `text` arrived. `inNewTab` is true if Ctrl or Cmd was held. */
  const [pendingEnter, setPendingEnter] = useState<{ text: string; inNewTab: boolean } | null>(null);
  const openFirst = useEffectEvent(() => {
    if (pendingEnter?.text !== text || error !== null) return;
    setPendingEnter(null);
    press(list.current?.querySelector<HTMLElement>('[role="option"]'), pendingEnter.inNewTab);
  });
  useEffect(() => {
    if (isCurrent) openFirst();
  }, [isCurrent]);

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      value={text}
      onValueChange={(value, { reason }) => {
        // When an option is pressed, Base UI sets the value to its label. The user's text stays instead.
        if (reason !== 'item-press') setText(value);
        setPendingEnter(null);
      }}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-line border-b px-4 text-ink-3">
        <Search className="size-4 shrink-0" />
        <Autocomplete.Input
          ref={field}
          aria-label="Search monitors, pages and commands"
          placeholder="Search monitors, pages and commands"
          maxLength={MAX_SEARCH_LENGTH}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            const inNewTab = event.ctrlKey || event.metaKey;
            if (isCurrent && !inNewTab) return;
            event.preventDefault();
            event.preventBaseUIHandler();
            // The highlighted option may belong to an earlier text, so Enter waits for the current results.
            if (!isCurrent) setPendingEnter({ text, inNewTab });
            else press(highlightedBy(event.currentTarget), inNewTab);
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-ink text-md outline-none placeholder:text-ink-3"
        />
      </div>
      <Autocomplete.List
        ref={list}
        className={`min-h-0 flex-1 overflow-y-auto p-1 transition-opacity duration-100 ${isCurrent ? '' : 'opacity-60'}`}
      >
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-ink-3 text-xs">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <HighlightProvider key={item.id} search={isCurrent ? normalizedText(text) : null}>
                  <PaletteOption item={item} onChosen={choose} />
                </HighlightProvider>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <PaletteStatus answer={answer} error={error} />
    </Autocomplete.Root>
  );
}

/** Actions that open a part of the list: what is down or flapping, and the saved views. */
function useViewActions(): PaletteAction[] {
  const router = useRouter();
  const [, changePreferences] = usePreferences();
  const views = useStoredViews();
  const action = (label: string, { search, columns }: Omit<SavedView, 'name'>): PaletteAction => ({
    kind: 'action',
    id: label,
    label,
    run: () => {
      if (columns !== undefined) changePreferences({ columns });
      router.push(pathOfView(search, true));
    },
  });
  return [
    action('Monitors: Down', { search: 'condition=down' }),
    action('Monitors: Flapping', { search: 'flapping=true' }),
    ...views.map(({ name, ...view }) => action(`View: ${name}`, view)),
  ];
}

/** The option that a search field has highlighted. */
function highlightedBy(field: HTMLElement): HTMLElement | null {
  return document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
}

/** Presses an option. In a new tab a monitor opens while the palette stays open; an action runs as always. */
function press(option: HTMLElement | null | undefined, inNewTab: boolean): void {
  if (inNewTab && option instanceof HTMLAnchorElement) openTab(option.href);
  else option?.click();
}

const firstTen = { page: 1, per_page: 10, sort: 'relevance', order: 'asc', facets: false } as const;

/**
 * The ten best matches of a text; among equal matches the most urgent are first. The previous result stays
 * until the new one arrives.
 *
 * @returns `isCurrent`: whether the result (null before the first one) and the last error belong to the current text
 */
function usePaletteResults(text: string) {
  const words = normalizedText(text);
  const [debounced, setDebounced] = useState(words);
  useEffect(() => {
    if (words === debounced) return;
    const timer = setTimeout(() => setDebounced(words), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words, debounced]);
  const query = debounced === '' ? firstTen : { ...firstTen, q: debounced };
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...monitorListQuery(query, useRequestContext()),
    // The options must not move while the user chooses.
    ...readOnce,
    placeholderData: keepPreviousData,
  });
  return {
    answer: data?.body ?? null,
    error,
    isCurrent: words === debounced && !isFetching && !isPlaceholderData,
  };
}

interface PaletteStatusProps {
  answer: MonitorList | null;
  error: Error | null;
}

/** The status line: the number of matches, as a live region, and a legend of the keys. */
function PaletteStatus(props: PaletteStatusProps) {
  return (
    <div className="flex min-h-9 shrink-0 items-center justify-between gap-4 border-line border-t px-4 py-1.5 text-ink-2 text-xs">
      <Autocomplete.Status>{statusMessage(props)}</Autocomplete.Status>
      <span
        aria-hidden
        className="flex items-center gap-1 whitespace-nowrap text-ink-3 max-sm:hidden [&>:not(:first-child)]:ml-2"
      >
        <KeyCaps caps={['↑', '↓']} /> choose
        <KeyCaps caps={['Enter']} /> open
        <KeyCaps caps={['Mod', 'Enter']} /> in a new tab
        <KeyCaps caps={['Esc']} /> close
      </span>
    </div>
  );
}

function statusMessage({ answer, error }: PaletteStatusProps): string {
  if (error) {
    const failure = failureOf(error);
    return `${failure.place?.message ?? `${errorTitle(failure)}. Search is unavailable`}.`;
  }
  if (answer === null) return 'Loading monitors…';
  const { inventory } = answer.meta;
  const { total } = answer.pagination;
  const found = total === 0 ? 'No monitor matches.' : `${formatCount(total, 'monitor')}.`;
  if (inventory.state === 'complete') return found;
  const read = `${formatInteger(inventory.read)} of ${formatInteger(inventory.total)}`;
  return `${found} Only ${read} ${inventory.state === 'reading' ? 'have been read so far' : 'could be read'}.`;
}
