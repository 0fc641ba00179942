import type { DetailedMonitor } from '@/lib/contract/answers';
import { checkSentence } from './check-sentence';

/** The sentence of what is checked. `reading`: its rest, which only the detail knows, is on its way. */
export function CheckSentence({ monitor, reading }: { monitor: DetailedMonitor; reading: boolean }) {
  return (
    <p className="border-line border-b px-4 py-3.5 text-ink text-md [overflow-wrap:anywhere]">
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
      {reading ? <span className="text-ink-3"> The rest is being read…</span> : null}
    </p>
  );
}
