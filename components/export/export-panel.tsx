import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { type FileFormat, fileFormats, fileParameters, fileUrl } from './export-formats';

/** A choice of what a file has. */
interface Content {
  label: string;
  /** Such as "12 monitors, 9 columns". */
  hint: string;
  /** The parameters of the route without those of the format. */
  search: string;
  /** What the name of the file says; by default the values of the filters. */
  title?: string | undefined;
}

export interface ExportFormProps {
  /** A route of a file, or a function that gets the parameters of the format and downloads it. */
  from: `/${string}` | ((parameters: string) => void);
  /** The choices of what the file has; of one there is no choice. */
  contents: readonly [Content, ...Content[]];
  /** Why the file is incomplete or unavailable; null: it is neither. */
  caveat?: string | null;
  isAvailable?: boolean;
}

/** The popover of an export. */
export function ExportPanel({ trigger, ...form }: ExportFormProps & { trigger: TriggerProps }) {
  return (
    <PopoverFrame trigger={trigger} title="Export" align="end" className="w-80 p-3">
      {(close) => <ExportForm {...form} onDone={close} />}
    </PopoverFrame>
  );
}

/** Two choices, what the file has and whom it is for, and the links that download it. */
export function ExportForm(props: ExportFormProps & { onDone?: () => void }) {
  const { from, contents, caveat = null, isAvailable = true, onDone } = props;
  const [content, setContent] = useState(0);
  const [isForProgram, setForProgram] = useState(false);
  const id = useId();
  const { search, title } = contents[content] ?? contents[0];
  const formats: readonly FileFormat[] = isForProgram ? ['json', 'csv'] : ['spreadsheet'];
  return (
    <div className="flex flex-col gap-3">
      {caveat === null ? null : (
        <p id={id} className="text-ink text-xs">
          {caveat}
        </p>
      )}
      {contents.length > 1 ? (
        <Choice legend="What" options={contents} chosen={content} onChoose={setContent} />
      ) : null}
      <Choice
        legend="For"
        options={[
          { label: 'A spreadsheet', hint: 'Plain titles, and times in UTC' },
          { label: 'A program', hint: 'The names of the API, and times as it sends them' },
        ]}
        chosen={isForProgram ? 1 : 0}
        onChoose={(place) => setForProgram(place === 1)}
      />
      <div className="flex gap-2">
        {formats.map((format) => {
          const label = `Download ${fileFormats[format]}`;
          const button = `${buttonClass()} flex-1 max-sm:h-11`;
          const content = (
            <>
              <Download />
              {label}
            </>
          );
          return typeof from === 'function' || !isAvailable ? (
            <button
              key={format}
              type="button"
              disabled={!isAvailable}
              aria-describedby={caveat === null ? undefined : id}
              onClick={() => {
                if (typeof from === 'function') from(fileParameters(format, search, title));
                onDone?.();
              }}
              className={button}
            >
              {content}
            </button>
          ) : (
            <a
              key={format}
              href={fileUrl(from, format, search, title)}
              download
              aria-describedby={caveat === null ? undefined : id}
              onClick={onDone}
              className={button}
            >
              {content}
            </a>
          );
        })}
      </div>
    </div>
  );
}

function Choice(props: {
  legend: string;
  options: readonly { label: string; hint: string }[];
  chosen: number;
  onChoose: (place: number) => void;
}) {
  const { legend, options, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-1 text-ink-3 text-xs">{legend}</legend>
      {options.map(({ label, hint }, place) => (
        <label key={label} className="flex min-h-9 items-center gap-2 max-sm:min-h-11">
          <input type="radio" name={name} checked={place === chosen} onChange={() => onChoose(place)} />
          <span>
            <span className="block text-ink">{label}</span>
            <span className="block text-ink-3 text-xs">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
