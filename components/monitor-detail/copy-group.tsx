import { Check, Copy, X } from 'lucide-react';
import { useCommands } from '@/components/ui/commands';
import { useCopy } from '@/components/ui/use-copy';

interface CopyItem {
  /** The word on the button. */
  label: string;
  /** What it does, with that word in it. */
  name: string;
  text: () => string;
  /** The single key that copies it too. */
  key?: string;
}

const said = { copied: 'Copied', failed: 'Copying was refused' } as const;

/** Several things to copy, a button each, in one frame; says for two seconds what became of it. */
export function CopyGroup({ items }: { items: readonly CopyItem[] }) {
  const { outcome, copy } = useCopy<string>();
  const result = outcome?.result ?? null;
  useCommands(() =>
    items.flatMap((item) =>
      item.key === undefined
        ? []
        : [
            {
              keys: item.key,
              caps: [item.key],
              label: item.name,
              group: 'Monitor' as const,
              run: () => copy(item.label, item.text()),
            },
          ],
    ),
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
      <div
        role="group"
        aria-label="Copy"
        className="flex h-[30px] items-stretch rounded-md border border-line bg-surface text-ink-2"
      >
        <span className="flex items-center pr-1 pl-2.5 [&>svg]:size-3.5">
          <Mark result={result} />
        </span>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            aria-label={item.name}
            title={item.name}
            onClick={() => copy(item.label, item.text())}
            className="rounded-md px-2 text-sm transition-colors duration-100 hover:bg-raised hover:text-ink"
          >
            {item.label}
            <span role="status" className="sr-only">
              {outcome?.what === item.label ? said[outcome.result] : ''}
            </span>
          </button>
        ))}
      </div>
      {result === 'failed' ? (
        <span aria-hidden className="text-down">
          {said.failed}
        </span>
      ) : null}
    </div>
  );
}

function Mark({ result }: { result: keyof typeof said | null }) {
  if (result === null) return <Copy />;
  return result === 'copied' ? <Check className="text-ink" /> : <X className="text-down" />;
}
