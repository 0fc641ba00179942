import { Check, Link2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useCopy } from '@/components/ui/use-copy';

type CopyLinkProps = Omit<ComponentProps<'button'>, 'onClick'> & { label: string; link: () => string };

const icons = { copied: Check, failed: X } as const;
const words = { copied: 'Link copied', failed: 'Copying was refused' } as const;

/** Copies an address and says so, to the eye and to a screen reader, for two seconds. */
export function CopyLink({ label, link, ...rest }: CopyLinkProps) {
  const { outcome, copy } = useCopy<string>();
  const result = outcome?.result;
  const Icon = result ? icons[result] : Link2;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={result ? words[result] : label}
        onClick={() => copy(label, link())}
        {...rest}
      >
        <Icon className="size-3.5" />
      </button>
      <span role="status" className="sr-only">
        {result ? words[result] : ''}
      </span>
    </>
  );
}
