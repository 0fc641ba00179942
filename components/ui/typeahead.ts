import { type KeyboardEvent, useRef } from 'react';
import { isComposing, isMac, isTyped } from './typed-character';

/** A longer pause than this begins another word, milliseconds. */
const PAUSE_MS = 700;

/** The character that a key types; null where it types none. A space presses the control in focus, so it is none here. */
function typedLetter(event: KeyboardEvent): string | null {
  const { key, nativeEvent } = event;
  const isLetter = [...key].length === 1 && key !== ' ' && !isComposing(event);
  return isLetter && isTyped(nativeEvent, isMac()) ? key.toLowerCase() : null;
}

/**
 * The place of the label that begins with what was typed, from the one in focus on and then from the top; -1: none. One
 * letter, pressed again and again, leads from one label to the next.
 *
 * @param from the label in focus; -1: none
 */
export function findTyped(labels: readonly string[], from: number, letters: string): number {
  const [first = ''] = letters;
  const isOneLetter = [...letters].every((letter) => letter === first);
  const wanted = isOneLetter ? first : letters;
  const start = Math.max(0, isOneLetter ? from + 1 : from);
  const fits = (label: string) => label.toLowerCase().startsWith(wanted);
  const below = labels.findIndex((label, place) => place >= start && fits(label));
  return below === -1 ? labels.findIndex(fits) : below;
}

/** What has been typed so far to get to an item of a list, and when its last key was pressed, milliseconds. */
interface TypedWord {
  letters: string;
  at: number;
}

/** The word after another key. A pause ends a word, and so does a key that types nothing (`letter` null). */
export function nextWord(word: TypedWord, letter: string | null, at: number): TypedWord {
  const before = at - word.at > PAUSE_MS ? '' : word.letters;
  return { letters: letter === null ? '' : before + letter, at };
}

/** @returns takes each key that is pressed, and gives the word so far; null for a key that adds nothing to it */
export function useTypedWord(): (event: KeyboardEvent) => string | null {
  const word = useRef<TypedWord>({ letters: '', at: 0 });
  return (event) => {
    // Held down for a capital letter.
    if (event.key === 'Shift') return null;
    const letter = typedLetter(event);
    word.current = nextWord(word.current, letter, event.timeStamp);
    return letter === null ? null : word.current.letters;
  };
}
