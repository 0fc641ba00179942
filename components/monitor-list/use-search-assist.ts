import { type RefObject, useId, useState } from 'react';
import type { AssistProgress, assistSearch, SearchLanguage } from './search-assist/search-assist';

export type { SearchLanguage } from './search-assist/search-assist';

// Not in the hook, because the compiler does not know dynamic imports.
const loadAssist = () => import('./search-assist/search-assist').then((file) => file.assistSearch);

/**
 * The assistant of a search field, which knows the language of the search. It is loaded when the field is first focused (ADR
 * 0042); until then, and without it, the server alone checks what is searched.
 *
 * @param onText called with a completed text and its caret
 * @returns `assist` is null until it is loaded; `input` are the props of the field
 */
export function useSearchAssist(
  language: SearchLanguage,
  field: RefObject<HTMLInputElement | null>,
  text: string,
  onText: (text: string, caret: number) => void,
) {
  const [assistText, setAssist] = useState<typeof assistSearch | null>(null);
  const [progress, setProgress] = useState<AssistProgress>({ text: '', index: -1, isClosed: false });
  const [caret, setCaret] = useState<number | null>(null);
  const id = useId();
  const assist = assistText?.({ language, text, caret, progress, setProgress, onText, id }) ?? null;
  return {
    assist,
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': false,
      ...assist?.attributes,
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
  };
}
