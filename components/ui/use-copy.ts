import { useEffect, useState } from 'react';

interface Outcome<What> {
  what: What;
  result: 'copied' | 'failed';
}

/**
 * Copies texts to the clipboard.
 *
 * @param saidMs how long the outcome is said, milliseconds
 * @returns the last outcome, null when there is none to say (any more), and `copy`, which is told what it copies
 */
export function useCopy<What>(saidMs = 2000) {
  const [outcome, setOutcome] = useState<Outcome<What> | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), saidMs);
    return () => clearTimeout(timer);
  }, [outcome, saidMs]);
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

/** What a toast says of a copied text. */
export function copyMessage(outcome: Outcome<string> | null): string | null {
  if (outcome === null) return null;
  return outcome.result === 'copied' ? `Copied ${outcome.what}` : 'Copy blocked by the browser';
}
