import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { groupings, MAX_SEPARATOR, type NamePart } from '@/lib/contract/groups';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import type { MonitorsUrlState } from '../use-monitors-url';
import { groupingLabels } from './group-labels';

interface GroupChoiceProps {
  urlState: MonitorsUrlState;
  list: MonitorList;
}

/** The popup in which the user chooses the grouping of the list. Choices apply at once. */
export function GroupPanel({ trigger, ...props }: GroupChoiceProps & { trigger: TriggerProps }) {
  return (
    <PopoverFrame trigger={trigger} title="Group by" align="end" className="w-72 p-2">
      {() => <GroupChoice {...props} />}
    </PopoverFrame>
  );
}

const row = 'flex min-h-7 items-center gap-2 rounded-sm px-2 text-ink-2 hover:bg-raised max-sm:min-h-11';

/** The choice of a grouping. A grouping by name also has the choice of the separator and the part. */
export function GroupChoice({ urlState, list }: GroupChoiceProps) {
  const { group = null } = urlState.query;
  const name = useId();
  const choose = (by: typeof group) =>
    urlState.change({ group: by, name_separator: null, name_part: null, in_group: null });
  return (
    <>
      <fieldset>
        <legend className="px-2 pb-1 text-ink-3 text-xs">Group by</legend>
        {[null, ...groupings].map((by) => (
          <label key={by} className={row}>
            <input type="radio" name={name} checked={group === by} onChange={() => choose(by)} />
            {by === null ? 'Nothing' : groupingLabels[by]}
          </label>
        ))}
      </fieldset>
      {group === 'name' && list.grouped ? (
        <NameParts key={list.grouped.name_separator} urlState={urlState} grouped={list.grouped} />
      ) : null}
    </>
  );
}

const partLabels: Record<NamePart, string> = { before: 'Before', after: 'After' };

/** The suggested parts of the names, and a field for another separator. */
function NameParts(props: { urlState: MonitorsUrlState; grouped: NonNullable<MonitorList['grouped']> }) {
  const { urlState, grouped } = props;
  const { name_separator, name_part, suggestions } = grouped;
  const [separator, setSeparator] = useState(name_separator ?? '');
  const [part, setPart] = useState<NamePart>(name_part ?? 'before');
  const choose = (change: { name_separator: string; name_part: NamePart }) =>
    urlState.change({ ...change, in_group: null });
  return (
    <>
      <ul className="mt-2 border-line border-t pt-2" aria-label="Suggested parts">
        {suggestions.map((suggestion) => (
          <li key={`${suggestion.name_part} ${suggestion.name_separator}`}>
            <button
              type="button"
              aria-pressed={
                suggestion.name_separator === name_separator && suggestion.name_part === name_part
              }
              onClick={() => choose(suggestion)}
              className={`${row} w-full text-left aria-pressed:font-medium aria-pressed:text-ink`}
            >
              {partLabels[suggestion.name_part]}
              <Separator text={suggestion.name_separator} />
              <span className="min-w-0 truncate text-ink-3 text-xs">
                {`${formatInteger(suggestion.groups)} groups, such as ${suggestion.example}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="mt-2 flex items-center gap-2 border-line border-t px-2 pt-3 pb-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (separator !== '') choose({ name_separator: separator, name_part: part });
        }}
      >
        <select
          aria-label="Part of the name"
          value={part}
          onChange={({ target }) => setPart(target.value === 'after' ? 'after' : 'before')}
          className="h-[30px] rounded-md border border-line bg-surface px-1 text-ink-2"
        >
          <option value="before">Before</option>
          <option value="after">After</option>
        </select>
        <input
          aria-label="Separator"
          value={separator}
          maxLength={MAX_SEPARATOR}
          onChange={({ target }) => setSeparator(target.value)}
          className="h-[30px] w-16 rounded-md border border-line bg-surface px-2 font-mono text-ink"
        />
        <Button type="submit" disabled={separator === ''}>
          Group
        </Button>
      </form>
    </>
  );
}

/** A separator with visible spaces. */
function Separator({ text }: { text: string }) {
  return (
    <span className="rounded-sm border border-line px-1 font-mono text-xs">
      <span aria-hidden>{text.replaceAll(' ', '␣')}</span>
      <span className="sr-only">{`“${text}”`}</span>
    </span>
  );
}
