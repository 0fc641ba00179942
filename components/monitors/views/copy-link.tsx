'use client';

import { Check, Link2, X } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';

type CopyLinkProps = Omit<ComponentProps<'button'>, 'onClick'> & { label: string; link: () => string };

const icons = { copied: Check, failed: X } as const;
const words = { copied: 'Link copied', failed: 'Copying was refused' } as const;

/** Copies an address and says so, to the eye and to a screen reader, for two seconds. */
export function CopyLink({ label, link, ...rest }: CopyLinkProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), 2000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };
  const Icon = result ? icons[result] : Link2;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={result ? words[result] : label}
        onClick={copy}
        {...rest}
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
      <span role="status" className="sr-only">
        {result ? words[result] : ''}
      </span>
    </>
  );
}
