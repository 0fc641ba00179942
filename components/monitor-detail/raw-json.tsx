import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/answers';

/** Characters that turn the direction of what stands beside them: what is raw must look like what it is. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What the API sent, and nothing that Sightline derived from it. */
export function RawJson({ monitor }: { monitor: DetailedMonitor }) {
  const { condition: _derived, observed_since: _observed, ...sent } = monitor;
  const text = JSON.stringify(sent, null, 2).replace(turning, asEscape);
  return (
    <Panel title="Raw" action={<CopyButton text={text} label="Copy JSON" quiet />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-ink text-xs leading-5">
        {text}
      </pre>
    </Panel>
  );
}
