import { EyeOff, History, SearchX } from 'lucide-react';
import { rangeName } from '@/components/time-chart/range-name';
import { Button } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { StatePanel } from '@/components/ui/state-panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { HistoryMeta } from '@/lib/contract/changes';
import { DAY_MS } from '@/lib/contract/history-days';
import { oldestObservationMessage, watchingMessage } from './remembered-messages';
import type { ChangesUrlState } from './use-changes-url';

/** Why there are no changes: history is off, has just begun, a filter, or nothing has changed. */
export function EmptyChanges({ meta, urlState }: { meta: HistoryMeta; urlState: ChangesUrlState }) {
  if (meta.kept_days === 0) {
    return (
      <StatePanel icon={EyeOff} title="History is off">
        <p>Sightline records no changes, because SIGHTLINE_HISTORY_DAYS is 0.</p>
      </StatePanel>
    );
  }
  if (meta.observed_from === null) {
    return (
      <StatePanel icon={History} title="Nothing has been observed yet">
        <p>Changes appear here once Sightline has read the monitors twice.</p>
      </StatePanel>
    );
  }
  const range = rangeName(urlState.url.days, meta.kept_days);
  if (urlState.url.isFiltered) {
    return (
      <StatePanel
        icon={SearchX}
        title="No matching changes"
        actions={<Button onClick={urlState.clear}>Clear all filters</Button>}
      >
        <p>{`No change of the last ${range} matches these filters.`}</p>
      </StatePanel>
    );
  }
  return (
    <StatePanel icon={History} title={`No changes in the last ${range}`}>
      <Beginning from={Date.parse(meta.observed_from)} />
    </StatePanel>
  );
}

/**
 * How much the empty feed can tell. What is younger than a day is never forgotten, so until then Sightline has been watching
 * from there on.
 *
 * @param props.from the beginning of what is remembered, epoch milliseconds
 */
function Beginning({ from }: { from: number }) {
  const timeZone = useTimeZone();
  const message = useTicking((now) =>
    now - from < DAY_MS ? watchingMessage(now - from) : oldestObservationMessage(from, now, timeZone),
  );
  return <p>{message}</p>;
}
