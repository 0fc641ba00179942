import { Check, Copy } from 'lucide-react';
import { Button } from './button';
import { useCopy } from './use-copy';

/** A button that copies a text and shows and announces the result for a short time. */
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
