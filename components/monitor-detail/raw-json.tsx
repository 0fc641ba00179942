import { ChevronRight } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import type { DetailedMonitor } from '@/lib/contract/responses';

/** Bidirectional control characters. They are escaped, so that they do not reorder the displayed JSON. */
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The JSON of the API, without the fields that are unknown, and those that the BFF derives. */
export function RawJson({ monitor }: { monitor: DetailedMonitor }) {
  const {
    condition: _condition,
    observed_since: _since,
    changed_at: _at,
    changed_after: _after,
    flapping: _flapping,
    unknown_fields: unknown,
    ...sent
  } = monitor;
  const known = Object.entries(sent).filter(([field]) => !unknown.includes(field));
  const text = JSON.stringify(Object.fromEntries(known), null, 2).replace(bidiControls, asEscape);
  return (
    <section className="relative rounded-lg border border-line bg-surface">
      <details className="group">
        <summary className="flex min-h-10 cursor-default items-center gap-1.5 px-4 font-semibold text-sm">
          <ChevronRight className="-ml-1 size-3.5 text-ink-3 group-open:rotate-90" />
          <h2>Raw JSON</h2>
        </summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto border-line border-t p-4 font-mono text-ink text-xs leading-5"
        >
          {text}
        </pre>
      </details>
      <span className="absolute top-[5px] right-2">
        <CopyButton text={text} label="Copy JSON" quiet />
      </span>
    </section>
  );
}
