import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import { type InventoryQuery, withoutGroups } from '@/lib/contract/inventory-query';
import { groupings, MAX_SEPARATOR } from '@/lib/contract/list-layout';
import type { GroupingPreview } from '@/lib/contract/responses';
import { formatCount, formatInteger } from '@/lib/text/format';
import type { MonitorsUrlState } from '../use-monitors-url';
import { capitalized, partLabel, restLabel } from './group-labels';

/** The popup in which the user chooses the grouping of the list. Choices apply at once. */
export function GroupPanel(props: { trigger: TriggerProps; urlState: MonitorsUrlState }) {
  return (
    <PopoverFrame
      trigger={props.trigger}
      title="Group by"
      align="end"
      className="max-h-(--available-height) w-96 max-w-(--available-width) overflow-y-auto p-2"
    >
      {() => <GroupChoice urlState={props.urlState} />}
    </PopoverFrame>
  );
}

/** The query for the groups that each grouping of this list would give. */
function previewsQuery({ in_group: _, ...query }: InventoryQuery, separator: string): InventoryQuery {
  return { ...withoutGroups(query), groupings: separator, page: 1, per_page: 1, facets: false };
}

/** A grouping as the URL has it. */
type Grouping = Pick<GroupingPreview, 'group' | 'name_separator' | 'name_part'>;

/**
 * The choice of a grouping, with the groups that each would give. Names are divided where the user says, and at first where
 * most of them have the same character.
 */
export function GroupChoice({ urlState }: { urlState: MonitorsUrlState }) {
  const { query } = urlState;
  const { group, name_separator = null, name_part = group === 'name' ? 'first' : null } = query;
  /** The typed separator; null: the usual one of the names. */
  const [typed, setTyped] = useState(name_separator);
  const { data, isPlaceholderData } = useQuery({
    ...monitorListQuery(previewsQuery(query, typed ?? ''), useRequestContext()),
    ...readOnce,
    placeholderData: keepPreviousData,
  });
  const previews = data?.body.groupings ?? [];
  const parts = typed === '' ? [] : previews.filter((preview) => preview.group === 'name');
  const separator = typed ?? parts[0]?.name_separator ?? '';
  const choose = (grouping: Grouping | null) =>
    urlState.change({
      group: grouping?.group ?? null,
      name_separator: grouping?.name_separator ?? null,
      name_part: grouping?.name_part ?? null,
      in_group: null,
    });
  const name = useId();
  const choiceOf = (label: string, grouping: Grouping | null, preview?: GroupingPreview) => (
    <Choice
      key={label}
      name={name}
      label={label}
      preview={preview}
      checked={
        grouping?.group === group &&
        (grouping?.name_separator ?? null) === name_separator &&
        (grouping?.name_part ?? null) === name_part
      }
      onChoose={() => choose(grouping)}
    />
  );
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="px-2 pb-1 text-ink-3 text-xs">Group by</legend>
        {choiceOf('Nothing', null)}
        {groupings
          .filter((by) => by !== 'name')
          .map((by) =>
            choiceOf(
              capitalized(by),
              { group: by, name_separator: null, name_part: null },
              previews.find((preview) => preview.group === by),
            ),
          )}
        <label className="mt-2 flex items-center gap-2 border-line border-t px-2 pt-3 pb-1 text-ink-2">
          Part of the name, divided by
          <input
            aria-label="Separator"
            value={separator}
            maxLength={MAX_SEPARATOR}
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => {
              if (key !== 'Enter' || separator === '') return;
              const [first] = isPlaceholderData ? [] : parts;
              choose(first ?? { group: 'name', name_separator: separator, name_part: 'first' });
            }}
            className="h-[30px] w-16 rounded-md border border-line-strong bg-surface px-2 text-center font-mono text-ink max-sm:h-11"
          />
          {separator === ' ' ? 'a space' : null}
        </label>
        {parts.map((preview) =>
          choiceOf(capitalized(partLabel(preview.name_part ?? 'first')), preview, preview),
        )}
      </fieldset>
      {parts.length > 0 || isPlaceholderData ? null : (
        <p className="px-2 pt-1 pb-2 text-ink-3 text-xs">
          {separator === ''
            ? 'Type what divides names into parts, such as a comma, - or ·.'
            : `No two monitors share a part of their names divided by “${separator}”.`}
        </p>
      )}
    </>
  );
}

/** A grouping, how many groups it would give besides that of the other monitors, and the biggest of them. */
function Choice(props: {
  /** The name of the radio buttons. */
  name: string;
  label: string;
  preview: GroupingPreview | undefined;
  checked: boolean;
  onChoose: () => void;
}) {
  const { name, label, preview, checked, onChoose } = props;
  const id = useId();
  const groups = preview ? preview.groups - (preview.other > 0 ? 1 : 0) : 0;
  return (
    <label className="flex min-h-7 gap-2 rounded-sm px-2 py-1 text-ink-2 hover:bg-raised max-sm:min-h-11">
      <input
        type="radio"
        className="mt-[3px] shrink-0 self-start"
        name={name}
        aria-label={label}
        aria-describedby={preview && id}
        checked={checked}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        {label}
        {preview ? (
          <span id={id} className="text-ink-3 text-xs">
            <span className="float-right">{formatCount(groups, 'group')}</span>
            <span dir="auto" className="block truncate">
              {biggestOf(preview)}
            </span>
          </span>
        ) : null}
      </span>
    </label>
  );
}

/** "prod 120, staging 60, dev 20, …, No shared second part 48". */
function biggestOf(preview: GroupingPreview): string {
  const { biggest, groups, other } = preview;
  const named = biggest.map(({ label, total }) => `${label} ${formatInteger(total)}`);
  const hidden = groups - biggest.length - (other > 0 ? 1 : 0);
  const rest = other > 0 ? [`${restLabel(preview)} ${formatInteger(other)}`] : [];
  return [...named, ...(hidden > 0 ? ['…'] : []), ...rest].join(', ');
}
