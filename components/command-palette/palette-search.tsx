import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { openTab } from '@/components/ui/open-tab';
import { isComposing } from '@/components/ui/typed-character';
import { useRequestContext } from '@/components/ui/use-request-context';
import { SEARCH_DEBOUNCE_MS } from '@/lib/client/monitors-url';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { MAX_SEARCH_LENGTH } from '@/lib/contract/query-parameters';
import type { MonitorList } from '@/lib/contract/responses';
import { withBasePath } from '@/lib/text/base-path';
import { type PaletteGroup, type PaletteItem, paletteGroups, wordsOf } from './palette-items';
import { PaletteOption } from './palette-option';
import { PaletteStatus } from './palette-status';
import { usePaletteActions } from './use-palette-actions';

const none: MonitorList['data'] = [];

interface PaletteSearchProps {
  initialText: string;
  /** Closes the palette. Called when an option is chosen, except when a monitor opens in a new tab. */
  onClose: () => void;
  onCopyLink: () => void;
}

/** The search field of the command palette, its options and its status line. */
export function PaletteSearch({ initialText, onClose, onCopyLink }: PaletteSearchProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initialText);
  // Base UI moves the focus one frame later; a key pressed before that would be lost. The caret goes behind the text.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(MAX_SEARCH_LENGTH, MAX_SEARCH_LENGTH);
  }, []);
  const { answer, error, isCurrent } = usePaletteResults(text);
  const monitors = answer?.data ?? none;
  // When no monitor matches a pasted URL, the option "Search the list" searches for the URL's host instead.
  const listSearch = (isCurrent ? answer?.same_host?.q : undefined) ?? wordsOf(text);
  const groups = paletteGroups({
    text,
    monitors,
    actions: usePaletteActions(answer?.meta.inventory ?? null, onCopyLink),
    searchList: {
      kind: 'action',
      id: 'search',
      label: `Search the list for “${listSearch}”`,
      run: () => router.push(`/monitors?${new URLSearchParams({ q: listSearch })}`),
    },
  });
  /** Closes the palette and runs an action. The option of a monitor is a link, which navigates by itself. */
  const choose = (item: PaletteItem) => {
    onClose();
    if (item.kind === 'action') item.run();
  };

  /**
   * Set while Enter was pressed before the results for `text` arrived. `inNewTab` is true if Ctrl or Cmd was held.
   */
  const [pendingEnter, setPendingEnter] = useState<{ text: string; inNewTab: boolean } | null>(null);
  const openFirst = useEffectEvent(() => {
    const first = groups[0]?.items[0];
    if (pendingEnter?.text !== text || error !== null || first === undefined) return;
    if (first.kind === 'monitor' && pendingEnter.inNewTab) {
      setPendingEnter(null);
      openTab(withBasePath(`/monitors/${first.id}`));
      return;
    }
    choose(first);
    if (first.kind !== 'monitor') return;
    // No link was clicked, so the navigation is started here.
    pendingNavigation.begin(first.id);
    router.push(`/monitors/${first.id}`);
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
            else handleControlEnter(highlightedIn(event.currentTarget));
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-ink text-md outline-none placeholder:text-ink-3"
        />
      </div>
      <Autocomplete.List
        className={`min-h-0 flex-1 overflow-y-auto p-1 transition-opacity duration-100 ${isCurrent ? '' : 'opacity-60'}`}
      >
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-ink-3 text-xs">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => <PaletteOption key={item.id} item={item} onChosen={choose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <PaletteStatus text={text} answer={answer} error={error} />
    </Autocomplete.Root>
  );
}

/** The highlighted option, which Enter chooses. */
function highlightedIn(field: HTMLElement): HTMLElement | null {
  return document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
}

/**
 * Handles Ctrl+Enter: opens a monitor in another tab and leaves the palette open; runs an action as Enter
 * does.
 */
function handleControlEnter(option: HTMLElement | null): void {
  if (option instanceof HTMLAnchorElement) openTab(option.href);
  else option?.click();
}

const firstTen: InventoryQuery = { page: 1, per_page: 10, sort: 'relevance', order: 'asc', facets: false };

/**
 * The ten best matches of a text; among equal matches the most urgent are first. The previous result stays
 * until the new one arrives.
 *
 * @returns the result (`answer`, null before the first one), the last error, and whether both belong to the
 *   current text (`isCurrent`)
 */
function usePaletteResults(text: string) {
  const words = wordsOf(text);
  const [debounced, setDebounced] = useState(words);
  useEffect(() => {
    if (words === debounced) return;
    const timer = setTimeout(() => setDebounced(words), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words, debounced]);
  const query = { ...firstTen, ...(debounced === '' ? {} : { q: debounced }) };
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
