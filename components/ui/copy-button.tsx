import { Check, Copy } from 'lucide-react';
import { Button } from './button';
import { useCopy } from './use-copy';

/** A button that copies a text and shows and announces it for a short time. */
export function CopyButton({ text, label, quiet = false }: { text: string; label: string; quiet?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <Button variant={quiet ? 'ghost' : 'outline'} onClick={() => copy(label, text)} aria-label={label}>
      {copied ? <Check /> : <Copy />}
      <span aria-hidden>{copied ? 'Copied' : label}</span>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}
