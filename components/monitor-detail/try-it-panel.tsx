import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/responses';
import { apiCall, tryIt } from './try-it';

interface TryItPanelProps {
  monitor: DetailedMonitor;
  /** Whether the fields that only the detail has are still loading. */
  isLoading: boolean;
  /** The base URL of the API; null while it is unknown. */
  baseUrl: string | null;
}

/** A panel with the check and the API request as shell commands to copy. */
export function TryItPanel({ monitor, isLoading, baseUrl }: TryItPanelProps) {
  const result = tryIt(monitor);
  const { command } = result;
  const notes = isLoading && result.notes.length > 0 ? ['Loading the rest…'] : result.notes;
  const call = apiCall(monitor.monitor_uuid, baseUrl);
  return (
    <Panel
      title="Try it yourself"
      action={command === null ? null : <CopyButton text={command} label="Copy command" quiet />}
    >
      {command === null ? null : <Command text={command} />}
      {notes.length > 0 ? (
        <p className={`px-4 pb-3 text-ink-2 ${command === null ? 'pt-3' : ''}`}>{notes.join(' ')}</p>
      ) : null}
      <div className="flex min-h-10 items-center justify-between gap-2 border-line border-t px-4">
        <h3 className="font-medium text-ink-2">API request</h3>
        <CopyButton text={call} label="Copy API call" quiet />
      </div>
      <Command text={call} after />
      <p className="px-4 pb-3 text-ink-2">
        Set <code className="font-mono text-xs">$API_KEY</code> to your own API key
        {baseUrl === null ? (
          <>
            {' '}
            and <code className="font-mono text-xs">$API_URL</code> to the API base URL
          </>
        ) : null}
        .
      </p>
    </Panel>
  );
}

/** A preformatted command. @param props.after whether it follows a heading without a line between them */
function Command({ text, after = false }: { text: string; after?: boolean }) {
  return (
    <pre
      dir="ltr"
      className={`whitespace-pre-wrap px-4 pb-3 font-mono text-ink text-xs leading-5 [overflow-wrap:anywhere] ${after ? '' : 'pt-3'}`}
    >
      {text}
    </pre>
  );
}
