import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/responses';
import { apiCall, tryIt } from './try-it';

/**
 * A panel with the check and the API request as shell commands to copy.
 *
 * @param props.isLoading whether the fields that only the detail has are still loading
 * @param props.baseUrl the base URL of the API; null while it is unknown
 */
export function TryItPanel(props: { monitor: DetailedMonitor; isLoading: boolean; baseUrl: string | null }) {
  const { monitor, isLoading, baseUrl } = props;
  const { command, note } = tryIt(monitor);
  const call = apiCall(monitor.monitor_uuid, baseUrl);
  return (
    <Panel
      title="Try it yourself"
      action={command === null ? null : <CopyButton text={command} label="Copy command" quiet />}
    >
      {command === null ? null : <Command text={command} />}
      {note === null ? null : (
        <p className={`px-4 pb-3 text-ink-2 ${command === null ? 'pt-3' : ''}`}>
          {isLoading ? 'Loading the rest…' : note}
        </p>
      )}
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
