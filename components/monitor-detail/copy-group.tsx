import { Check, Copy } from 'lucide-react';
import { useCommands } from '@/components/ui/commands';
import { Toast } from '@/components/ui/toast';
import { useCopy } from '@/components/ui/use-copy';
import { useKeyTitle } from '@/components/ui/use-key-title';

interface CopyItem {
  /** The visible text of the button. */
  label: string;
  /** The accessible name, which contains the label. */
  name: string;
  text: () => string;
  /** The single-key shortcut. */
  key?: string;
}

/** A group of copy buttons in one frame; a toast reports the copied text. */
export function CopyGroup({ items }: { items: readonly CopyItem[] }) {
  const { copied, copy } = useCopy();
  const keyTitle = useKeyTitle();
  useCommands(() =>
    items.flatMap(({ key: keys, name: label, text }) =>
      keys === undefined
        ? []
        : [{ keys, label, group: 'Monitor', inPalette: true, run: () => copy(text(), text()) }],
    ),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
      <div
        role="group"
        aria-label="Copy"
        className="flex h-[30px] items-stretch rounded-md border border-line bg-surface text-ink-2"
      >
        <span className="flex items-center pr-1 pl-2.5 [&>svg]:size-3.5">
          {copied ? <Check className="text-ink" /> : <Copy />}
        </span>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            aria-label={item.name}
            title={item.key ? keyTitle(item.name, item.key) : item.name}
            onClick={() => copy(item.text(), item.text())}
            className="rounded-md px-2 text-sm transition-colors duration-100 hover:bg-raised hover:text-ink"
          >
            {item.label}
          </button>
        ))}
      </div>
      <Toast message={copied && `Copied ${copied}`} />
    </>
  );
}
