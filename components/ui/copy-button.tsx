'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';

/** Copies a text and says so, to the eye and to a screen reader, for two seconds. */
export function CopyButton({ text, label, quiet = false }: { text: string; label: string; quiet?: boolean }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), 2000);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };
  const words = { copied: 'Copied', failed: 'Copying was refused' } as const;
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <Button look={quiet ? 'ghost' : 'outline'} onClick={copy} aria-label={label}>
      <Icon aria-hidden />
      <span aria-hidden>{result ? words[result] : label}</span>
      <span role="status" className="sr-only">
        {result ? words[result] : ''}
      </span>
    </Button>
  );
}
