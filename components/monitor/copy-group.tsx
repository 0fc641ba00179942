'use client';

import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCommands } from '@/components/ui/commands';

interface CopyItem {
  /** The word on the button. */
  label: string;
  /** What it does, with that word in it. */
  name: string;
  text: () => string;
  /** The single key that copies it too. */
  key?: string;
}

interface Outcome {
  label: string;
  words: 'Copied' | 'Copying was refused';
}

/** Several things to copy, a button each, in one frame; says for two seconds what became of it. */
export function CopyGroup({ items }: { items: readonly CopyItem[] }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async ({ label, text }: CopyItem) => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome({ label, words: 'Copied' });
    } catch {
      setOutcome({ label, words: 'Copying was refused' });
    }
  };
  useCommands(
    items.flatMap((item) =>
      item.key === undefined
        ? []
        : [
            {
              keys: item.key,
              caps: [item.key],
              label: item.name,
              group: 'Monitor' as const,
              run: () => copy(item),
            },
          ],
    ),
  );
  const refused = outcome?.words === 'Copying was refused';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
      <div
        role="group"
        aria-label="Copy"
        className="flex h-[30px] items-stretch rounded-md border border-line bg-surface text-ink-2"
      >
        <span className="flex items-center pr-1 pl-2.5 [&>svg]:size-3.5">
          <Mark words={outcome?.words ?? null} />
        </span>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            aria-label={item.name}
            title={item.name}
            onClick={() => copy(item)}
            className="rounded-md px-2 text-sm transition-colors duration-100 hover:bg-raised hover:text-ink"
          >
            {item.label}
            <span role="status" className="sr-only">
              {outcome?.label === item.label ? outcome.words : ''}
            </span>
          </button>
        ))}
      </div>
      {refused ? (
        <span aria-hidden className="text-down">
          {outcome.words}
        </span>
      ) : null}
    </div>
  );
}

function Mark({ words }: { words: Outcome['words'] | null }) {
  if (words === null) return <Copy aria-hidden />;
  return words === 'Copied' ? (
    <Check aria-hidden className="text-ink" />
  ) : (
    <X aria-hidden className="text-down" />
  );
}
