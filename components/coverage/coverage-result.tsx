import { CircleAlert, Download, ListPlus } from 'lucide-react';
import { type RefObject, useMemo, useRef } from 'react';
import type { ExportFormProps } from '@/components/export/export-panel';
import { AsOf } from '@/components/ui/age';
import { Button, buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { CopyButton } from '@/components/ui/copy-button';
import { PopupButton } from '@/components/ui/on-demand';
import { Pagination } from '@/components/ui/pagination';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import type { Coverage, CoverageAnswer } from '@/lib/contract/coverage';
import { answerLabels } from '@/lib/text/coverage-label';
import { formatInteger } from '@/lib/text/format';
import { AddressTable } from './address-table';
import {
  answersByUrgency,
  comparedMessage,
  listOf,
  markdownOf,
  skippedMessage,
  sorted,
} from './coverage-messages';
import { LeftMonitors, SkippedTokens } from './remainders';
import { SearchField } from './search-field';
import { type CoverageState, type Sorting, sortings } from './use-coverage';

const loadExport = () => import('@/components/export/export-panel').then((file) => file.ExportPanel);
const pageSizes = [50, 100, 500] as const;

/** The answers: counts that filter, the addresses page by page, and what the list lacks. */
export function CoverageResult(props: {
  coverage: Coverage;
  state: CoverageState;
  change: (part: Partial<CoverageState>) => void;
  download: (parameters: string) => void;
  /** Gets the focus after a check. */
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { coverage, state, change, download, heading } = props;
  const { meta } = coverage;
  const { answer, sorting, word, page, perPage } = state;
  // 20,000 rows take a while to sort.
  const rows = useMemo(() => sorted(coverage.data, answer, sorting, word), [coverage, answer, sorting, word]);
  const skipped = useRef<HTMLHeadingElement>(null);
  const notCompared = skippedMessage(meta.skipped);
  const markdown = useMemo(() => markdownOf(rows), [rows]);
  const last = Math.max(1, Math.ceil(rows.length / perPage));
  const turn = (by: number) => change({ page: Math.min(last, Math.max(1, page + by)) });
  useCommands(() => [
    { keys: onAnyKeyboard('['), label: 'Previous page', group: 'Coverage', run: () => turn(-1) },
    { keys: onAnyKeyboard(']'), label: 'Next page', group: 'Coverage', run: () => turn(1) },
  ]);
  return (
    <>
      <section aria-labelledby="answers" className="min-w-0">
        <h2 id="answers" ref={heading} tabIndex={-1} className="mb-1 w-fit font-semibold text-ink text-lg">
          {comparedMessage(meta.addresses)}
        </h2>
        <AsOf iso={meta.as_of} />
        {state.isEdited ? (
          <p className="mt-1 flex items-center gap-1.5 text-ink">
            <CircleAlert aria-hidden className="size-3.5 shrink-0 text-overdue" />
            The list above has changed since. Check it again.
          </p>
        ) : null}
        {notCompared === null ? null : (
          <button
            type="button"
            title="Show them, below the table"
            onClick={() => skipped.current?.focus()}
            className="mt-1 block min-h-6 rounded-sm text-left text-ink-2 underline underline-offset-2 hover:text-ink"
          >
            {notCompared}
          </button>
        )}
        {meta.inventory.state === 'complete' ? null : (
          <p className="mt-1 flex items-start gap-1.5 text-ink">
            <CircleAlert className="mt-0.5 size-3.5 shrink-0 text-overdue" />
            Some monitors couldn’t be loaded, so that more may be monitored than is shown here.
          </p>
        )}
        <fieldset className="mt-2.5 grid gap-px overflow-hidden rounded-md border border-line bg-line grid-cols-2 lg:grid-cols-4">
          <legend className="sr-only">Show only</legend>
          {answersByUrgency.map((one) => (
            <Count
              key={one}
              answer={one}
              count={meta.counts[one]}
              isPressed={one === answer}
              onPress={() => change({ answer: one === answer ? null : one, page: 1 })}
            />
          ))}
        </fieldset>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <select
            aria-label="Sort by"
            value={sorting}
            onChange={({ target }) => change({ sorting: sortingOf(target.value), page: 1 })}
            className="h-[30px] rounded-md border border-line bg-surface px-2 text-ink-2 text-sm hover:border-line-strong"
          >
            {Object.entries(sortings).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <SearchField
            label="Search in the answers"
            placeholder="Search address or monitor"
            value={word}
            onChange={(text) => change({ word: text, page: 1 })}
          />
          <CopyButton text={markdown} label="Copy as Markdown" />
          <PopupButton
            kind="dialog"
            load={loadExport}
            panel={{ from: download, contents: contentsOf(meta, answer) }}
            className={buttonClass()}
          >
            <Download />
            Export
          </PopupButton>
          <Button
            onClick={() =>
              change({ text: listOf(coverage.data, meta.skipped), file: null, revision: state.revision + 1 })
            }
            title="Put the addresses into the field, one a line, to correct them"
          >
            <ListPlus />
            Edit as a list
          </Button>
        </div>
        <AddressTable rows={rows.slice((page - 1) * perPage, page * perPage)} />
        <Pagination
          page={page}
          perPage={perPage}
          total={rows.length}
          sizes={pageSizes}
          hrefOf={() => '/coverage'}
          onPage={(to) => change({ page: to })}
          onPerPage={(to) => change({ perPage: to, page: 1 })}
        />
      </section>
      <SkippedTokens skipped={meta.skipped} heading={skipped} />
      <LeftMonitors coverage={coverage} />
    </>
  );
}

/** What an export can have: the filtered addresses, or everything. */
function contentsOf(
  { addresses, counts, monitors_not_listed }: Coverage['meta'],
  answer: CoverageAnswer | null,
): ExportFormProps['contents'] {
  const all = {
    label: 'All answers',
    hint: 'A spreadsheet has also what was not compared, and the monitors that are not on the list',
    search: '',
  };
  const unlisted = {
    label: 'Monitors that are not on the list',
    hint: `${formatInteger(monitors_not_listed)} of them`,
    search: 'answer=not_listed',
  };
  const rest = monitors_not_listed === 0 ? [] : [unlisted];
  if (answer === null) return [all, ...rest];
  const hint = `${formatInteger(counts[answer])} of ${formatInteger(addresses)} addresses`;
  return [{ label: answerLabels[answer], hint, search: `answer=${answer}` }, all, ...rest];
}

const sortingOf = (value: string): Sorting => (value === 'list' || value === 'address' ? value : 'urgency');

/** A number that is a filter. Pressing it again shows all addresses. */
function Count(props: { answer: CoverageAnswer; count: number; isPressed: boolean; onPress: () => void }) {
  const { answer, count, isPressed, onPress } = props;
  const isAlarming = answer === 'not_monitored' && count > 0;
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={`flex min-h-9 min-w-0 flex-wrap items-center justify-between gap-x-2 px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-raised ${isAlarming ? 'bg-down-soft' : 'bg-surface'} ${isPressed ? 'shadow-[inset_0_0_0_2px_var(--accent)] forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none' : ''}`}
    >
      <span className={`text-xs ${isPressed ? 'text-ink' : 'text-ink-2'}`}>{answerLabels[answer]}</span>
      <span translate="no" className={`text-md ${count === 0 ? 'text-ink-3' : 'font-semibold text-ink'}`}>
        {formatInteger(count)}
      </span>
    </button>
  );
}
