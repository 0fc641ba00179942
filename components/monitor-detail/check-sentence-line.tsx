import type { DetailedMonitor } from '@/lib/contract/answers';
import { checkSentence } from './check-sentence';

/** As many lines as the sentence of an http monitor usually has, with its padding: its rest comes with the detail. */
const usualLines = 'min-h-[calc(2lh+29px)] max-sm:min-h-[calc(4lh+29px)]';

/** The sentence of what is checked. */
export function CheckSentence({ monitor }: { monitor: DetailedMonitor }) {
  const isHttp = monitor.type === 'http' || monitor.type === 'https';
  return (
    <p
      className={`border-line border-b px-4 py-3.5 text-ink text-md [overflow-wrap:anywhere] ${isHttp ? usualLines : ''}`}
    >
      {checkSentence(monitor).map((part, index) =>
        part.code ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
          <code key={index} dir="ltr" className="font-mono text-sm">
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
