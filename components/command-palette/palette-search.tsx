import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { openTab } from '@/components/ui/open-tab';
import { isComposing } from '@/components/ui/typed-character';
import type { MonitorList } from '@/lib/contract/answers';
import { type PaletteGroup, type PaletteItem, paletteGroups, wordsOf } from './palette-items';
import { PaletteOption } from './palette-option';
import { PaletteStatus } from './palette-status';
import { usePaletteActions } from './use-palette-actions';
import { usePaletteResults } from './use-palette-results';

const LONGEST = 100;
const none: MonitorList['data'] = [];

interface PaletteSearchProps {
  typed: string;
  /** Something has been chosen. */
  onLeave: () => void;
  onCopyLink: () => void;
}

/** A field, and below it what its text finds. */
export function PaletteSearch({ typed, onLeave, onCopyLink }: PaletteSearchProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  // Base UI moves the focus a frame later, and a key pressed until then would be lost.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(LONGEST, LONGEST);
  }, []);
  const { answer, error, isCurrent } = usePaletteResults(text);
  const monitors = answer?.data ?? none;
  // Where nothing checks what was pasted, what checks its host is the next best.
  const wanted = (isCurrent ? answer?.same_host?.q : undefined) ?? wordsOf(text);
  const groups = paletteGroups({
    text,
    monitors,
    actions: usePaletteActions(answer?.meta.inventory ?? null, onCopyLink),
    searchList: {
      kind: 'action',
      id: 'search',
      label: `Search the list for “${wanted}”`,
      run: () => router.push(`/monitors?${new URLSearchParams({ q: wanted })}`),
    },
  });
  const choose = (item: PaletteItem) => {
    onLeave();
    if (item.kind === 'action') item.run();
  };

  /** The text for which Enter was pressed before its results were there, and whether with Control or Command. */
  const [awaited, setAwaited] = useState<{ text: string; inNewTab: boolean } | null>(null);
  const openFirst = useEffectEvent(() => {
    const first = groups[0]?.items[0];
    if (awaited?.text !== text || error !== null || first === undefined) return;
    if (first.kind === 'monitor' && awaited.inNewTab) {
      setAwaited(null);
      openTab(`/monitors/${first.id}`);
      return;
    }
    choose(first);
    if (first.kind !== 'monitor') return;
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
        // Choosing something would put its name into the field.
        if (reason !== 'item-press') setText(value);
        setAwaited(null);
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
          maxLength={LONGEST}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            const inNewTab = event.ctrlKey || event.metaKey;
            if (isCurrent && !inNewTab) return;
            event.preventDefault();
            event.preventBaseUIHandler();
            // What is highlighted belongs to an earlier text: it must not be opened in place of what is meant.
            if (!isCurrent) setAwaited({ text, inNewTab });
            else openElsewhere(highlightedIn(event.currentTarget));
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

/** The option that Enter would choose. */
function highlightedIn(field: HTMLElement): HTMLElement | null {
  return document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
}

/** As a click with Control held: a monitor opens in another tab, and the palette stays. An action is simply done. */
function openElsewhere(option: HTMLElement | null): void {
  if (option instanceof HTMLAnchorElement) openTab(option.href);
  else option?.click();
}
