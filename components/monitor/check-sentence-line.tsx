import type { DetailedMonitor } from '@/lib/contract/answers';
import { checkSentence } from './check-sentence';

/** The sentence of what is checked. */
export function CheckSentence({ monitor }: { monitor: DetailedMonitor }) {
  return (
    <p className="border-line border-b px-4 py-3.5 text-ink text-md [overflow-wrap:anywhere]">
      {checkSentence(monitor).map((part, index) =>
        part.code ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
          <code key={index} className="font-mono text-sm">
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
