import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';

/** Copies a text and says so, to the eye and to a screen reader, for two seconds. */
export function CopyButton({ text, label, quiet = false }: { text: string; label: string; quiet?: boolean }) {
  const { outcome, copy } = useCopy<string>();
  const result = outcome?.result;
  const messages = { copied: 'Copied', failed: 'Copying was refused' } as const;
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <Button look={quiet ? 'ghost' : 'outline'} onClick={() => copy(label, text)} aria-label={label}>
      <Icon />
      <span aria-hidden>{result ? messages[result] : label}</span>
      <span role="status" className="sr-only">
        {result ? messages[result] : ''}
      </span>
    </Button>
  );
}

/** What became of copying: to be said to the eye and to a screen reader. */
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
