import { type KeyboardEvent, useRef } from 'react';
import { isComposing, isMac, isTyped } from './typed-character';

/** A longer pause begins a new word. Milliseconds. */
const PAUSE_MS = 700;

/**
 * The index of the next label that begins with the typed letters, from the focused one and then from the top;
 * -1 without a match. A repeated letter moves from one match to the next.
 *
 * @param from the index of the focused label; -1 without one
 */
export function findTyped(labels: readonly string[], from: number, letters: string): number {
  const [first = ''] = letters;
  const isOneLetter = [...letters].every((letter) => letter === first);
  const prefix = isOneLetter ? first : letters;
  const start = Math.max(0, isOneLetter ? from + 1 : from);
  const matches = (label: string) => label.toLowerCase().startsWith(prefix);
  const below = labels.findIndex((label, place) => place >= start && matches(label));
  return below === -1 ? labels.findIndex(matches) : below;
}

/** The letters typed so far, and the time of the last key press in milliseconds. */
type TypedWord = { letters: string; at: number };

/** The word after a further key press. A pause and a key without a character (`letter` null) end a word. */
export function nextWord(word: TypedWord, letter: string | null, at: number): TypedWord {
  const before = at - word.at > PAUSE_MS ? '' : word.letters;
  return { letters: letter === null ? '' : before + letter, at };
}

/**
 * @returns a function for each key press, which returns the word so far; null for a key without a character
 */
export function useTypedWord(): (event: KeyboardEvent) => string | null {
  const word = useRef<TypedWord>({ letters: '', at: 0 });
  return (event) => {
    const { key, nativeEvent } = event;
    // Shift does not end the word.
    if (key === 'Shift') return null;
    // The space presses the focused control.
    const isLetter =
      [...key].length === 1 && key !== ' ' && !isComposing(event) && isTyped(nativeEvent, isMac());
    const letter = isLetter ? key.toLowerCase() : null;
    word.current = nextWord(word.current, letter, event.timeStamp);
    return letter === null ? null : word.current.letters;
  };
}
