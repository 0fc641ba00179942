import { type ComponentProps, type ComponentType, type RefObject, useRef, useState } from 'react';
import type { AssistHandle, AssistState, SearchAssist, SearchLanguage } from './search-assist/search-assist';

export type { SearchLanguage } from './search-assist/search-assist';

// Not in the hook, because the compiler does not know dynamic imports.
const loadAssist = () => import('./search-assist/search-assist').then((file) => file.SearchAssist);

/**
 * The assistant of a search field, which knows the language of the search. It is loaded when the field is first focused (ADR
 * 0042); until then, and without it, the server alone checks what is searched.
 */
export function useSearchAssist(language: SearchLanguage, field: RefObject<HTMLInputElement | null>) {
  const [Assist, setAssist] = useState<ComponentType<ComponentProps<typeof SearchAssist>> | null>(null);
  const [state, setState] = useState<AssistState | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const handle = useRef<AssistHandle>(null);
  return {
    /** What is searched of a text; null: nothing, or not known yet. */
    searchedOf: (text: string) => (Assist === null ? text : state?.text === text ? state.searched : null),
    handle,
    /** The attributes of the field, and what keeps the caret. */
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': false,
      ...state?.attributes,
      onFocus: () => {
        setCaret(field.current?.selectionStart ?? null);
        loadAssist().then(
          (loaded) => setAssist(() => loaded),
          () => {},
        );
      },
      onSelect: () => setCaret(field.current?.selectionStart ?? null),
    } as const,
    leave: () => setCaret(null),
    /** The list and the explanation below the field; null until it is loaded. */
    Assist,
    assistProps: { language, caret, onState: setState, handle },
  };
}
