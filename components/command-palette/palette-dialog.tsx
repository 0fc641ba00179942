import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { pasteIntoSearch, useShortenedNotice } from '@/components/monitor-list/paste-into-search';
import { contentElement } from '@/components/ui/content';
import { Modal } from '@/components/ui/modal';
import { openTab } from '@/components/ui/open-tab';
import { isComposing } from '@/components/ui/typed-character';
import { MAX_SEARCH_LENGTH } from '@/lib/contract/query-parameters';
import { withBasePath } from '@/lib/text/base-path';
import { type PaletteGroup, type PaletteItem, paletteGroups, wordsOf } from './palette-items';
import { PaletteOption } from './palette-option';
import { PaletteStatus } from './palette-status';
import { type PageActions, usePaletteActions } from './use-palette-actions';
import { usePaletteResults } from './use-palette-results';

/**
 * The modal dialog of the command palette. Dismissing it restores the focus; choosing an item moves the focus
 * to the content of the page.
 *
 * @param props.opening a number that differs for each opening, so that the search field is reset
 * @param props.typed the text typed while the dialog was loading
 * @param props.from the element that had the focus before
 */
export function PaletteDialog(props: {
  open: boolean;
  opening: number;
  typed: string;
  from: Element | null;
  onClose: () => void;
  onPage: PageActions;
}) {
  const { open, opening, typed, from, onClose, onPage } = props;
  const hasChosen = useRef(false);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Jump to a monitor"
      heading={false}
      focusAfter={() => {
        const shouldRestore =
          !hasChosen.current && from instanceof HTMLElement && from !== document.body && from.isConnected;
        hasChosen.current = false;
        return shouldRestore ? from : contentElement();
      }}
      className="max-w-[640px]"
    >
      <PaletteSearch
        key={opening}
        initialText={typed}
        onPage={onPage}
        onChosen={() => {
          hasChosen.current = true;
          onClose();
        }}
      />
    </Modal>
  );
}

interface PaletteSearchProps {
  initialText: string;
  /** Called when an option is chosen, except when a monitor opens in a new tab. */
  onChosen: () => void;
  onPage: PageActions;
}

/** The search field of the command palette, its options and its status line. */
function PaletteSearch({ initialText, onChosen, onPage }: PaletteSearchProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initialText);
  const { shortenedNotice, reportShortened } = useShortenedNotice(text);
  // Base UI moves the focus one frame later; a key pressed before that would be lost. The caret goes behind the text.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(MAX_SEARCH_LENGTH, MAX_SEARCH_LENGTH);
  }, []);
  const { answer, error, isCurrent } = usePaletteResults(text);
  // When no monitor matches a pasted URL, the option "Search the list" searches for the URL's host instead.
  const listSearch = (isCurrent ? answer?.same_host?.q : undefined) ?? wordsOf(text);
  const groups = paletteGroups({
    text,
    monitors: answer?.data ?? [],
    actions: usePaletteActions(answer?.meta.inventory ?? null, onPage),
    searchList: {
      kind: 'action',
      id: 'search',
      label: `Search the list for “${listSearch}”`,
      run: () => router.push(`/monitors?${new URLSearchParams({ q: listSearch })}`),
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
          onPaste={(event) =>
            pasteIntoSearch(event, text, (pasted, notice) => {
              setText(pasted);
              setPendingEnter(null);
              reportShortened(pasted, notice);
            })
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            const inNewTab = event.ctrlKey || event.metaKey;
            if (isCurrent && !inNewTab) return;
            event.preventDefault();
            event.preventBaseUIHandler();
            // The highlighted option may belong to an earlier text, so Enter waits for the current results.
            if (!isCurrent) setPendingEnter({ text, inNewTab });
            else chooseInNewTab(event.currentTarget);
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
      <PaletteStatus text={text} answer={answer} error={error} notice={shortenedNotice} />
    </Autocomplete.Root>
  );
}

/** Handles Ctrl+Enter: opens the highlighted monitor in another tab and leaves the palette open; runs an action as Enter does. */
function chooseInNewTab(field: HTMLElement): void {
  const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  if (option instanceof HTMLAnchorElement) openTab(option.href);
  else option?.click();
}
