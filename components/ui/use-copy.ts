import { useTemporary } from './use-temporary';

interface Outcome<What> {
  what: What;
  result: 'copied' | 'failed';
}

/**
 * Copies texts to the clipboard.
 *
 * @param displayMs the display time of the outcome, in milliseconds
 * @returns `outcome`, the last outcome, null after its display time; and `copy`, which copies a text and
 *   takes a label (`what`) for the outcome
 */
export function useCopy<What>(displayMs = 2000) {
  const [outcome, setOutcome] = useTemporary<Outcome<What>>(displayMs);
  const copy = async (what: What, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ what, result: 'copied' });
    } catch {
      setOutcome({ what, result: 'failed' });
    }
  };
  return { outcome, copy };
}

/** The toast message of an outcome; null without one. */
export function copyMessage(outcome: Outcome<string> | null): string | null {
  if (outcome === null) return null;
  return outcome.result === 'copied' ? `Copied ${outcome.what}` : 'Copy blocked by the browser';
}
