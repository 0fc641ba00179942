import { Check, Copy } from 'lucide-react';
import { Button } from './button';
import { useCopy } from './use-copy';

/** Copies a text and says so, to the eye and to a screen reader, for two seconds. */
export function CopyButton({ text, label, quiet = false }: { text: string; label: string; quiet?: boolean }) {
  const { outcome, copy } = useCopy<string>();
  const result = outcome?.result;
  const messages = { copied: 'Copied', failed: 'Copy failed' } as const;
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <Button variant={quiet ? 'ghost' : 'outline'} onClick={() => copy(label, text)} aria-label={label}>
      <Icon />
      <span aria-hidden>{result ? messages[result] : label}</span>
      <span role="status" className="sr-only">
        {result ? messages[result] : ''}
      </span>
    </Button>
  );
}

/** What became of copying: to be said to the eye and to a screen reader. */
