'use client';

import { Check, CirclePlus, Minus } from 'lucide-react';
import { formatInteger } from '@/lib/format';
import { buttonClass } from './button';
import { Popover } from './popover';

/** One value of a facet: how many it would show, and whether it is asked for, shut out, or neither. */
export interface FacetOption {
  value: string;
  label: string;
  count: number;
  chosen: 'included' | 'excluded' | null;
}

interface FacetPopupProps {
  label: string;
  options: readonly FacetOption[];
  onChoose: (value: string, chosen: FacetOption['chosen']) => void;
  onClear: () => void;
}

/** A filter over the values of one field: any of those included, none of those excluded. */
export function FacetPopup({ label, options, onChoose, onClear }: FacetPopupProps) {
  const chosen = options.filter((option) => option.chosen !== null);
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${buttonClass()} ${chosen.length > 0 ? 'border-line-strong text-ink' : 'border-dashed border-line-strong'}`}
      >
        <CirclePlus aria-hidden className={chosen.length > 0 ? 'hidden' : ''} />
        {label}
        {chosen.length > 2 ? (
          <Tag>{chosen.length} chosen</Tag>
        ) : (
          chosen.map((option) => (
            <Tag key={option.value}>
              {option.chosen === 'excluded' ? 'not ' : ''}
              {option.label}
            </Tag>
          ))
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={8} className="z-40">
          <Popover.Popup className="w-64 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            <Popover.Title className="sr-only">{label}</Popover.Title>
            <ul className="max-h-80 overflow-y-auto">
              {options.map((option) => (
                <FacetRow key={option.value} option={option} onChoose={onChoose} />
              ))}
              {options.length === 0 ? <li className="px-2 py-1.5 text-ink-3">No values</li> : null}
            </ul>
            {chosen.length > 0 ? (
              <button
                type="button"
                onClick={onClear}
                className="mt-1 flex h-7 w-full items-center justify-center rounded-sm border-line border-t text-ink-2 hover:bg-raised hover:text-ink"
              >
                Clear {label.toLowerCase()}
              </button>
            ) : null}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Tag({ children }: { children: React.ReactNode }) {
  return (
    <span className="max-w-28 truncate rounded-sm bg-raised px-1.5 text-ink text-xs leading-[18px]">
      {children}
    </span>
  );
}

function FacetRow({ option, onChoose }: { option: FacetOption; onChoose: FacetPopupProps['onChoose'] }) {
  const { value, label, count, chosen } = option;
  const box = 'grid size-4 shrink-0 place-items-center rounded-sm border';
  return (
    <li className="group flex items-center gap-1 rounded-sm hover:bg-raised">
      <button
        type="button"
        aria-pressed={chosen === 'included'}
        onClick={() => onChoose(value, chosen === 'included' ? null : 'included')}
        className="flex h-7 min-w-0 flex-1 items-center gap-2 px-2 text-left text-ink-2 hover:text-ink"
      >
        <span
          aria-hidden
          className={`${box} ${chosen === 'included' ? 'border-accent bg-accent text-surface' : 'border-line-strong'}`}
        >
          {chosen === 'included' ? <Check className="size-3" /> : null}
        </span>
        <span className={`truncate ${chosen === 'excluded' ? 'line-through' : ''}`}>{label}</span>
        <span className={`ml-auto ${count === 0 ? 'text-ink-3' : ''}`}>{formatInteger(count)}</span>
      </button>
      <button
        type="button"
        aria-pressed={chosen === 'excluded'}
        aria-label={`Exclude ${label}`}
        title={`Exclude ${label}`}
        onClick={() => onChoose(value, chosen === 'excluded' ? null : 'excluded')}
        className={`mr-1 grid size-6 place-items-center rounded-sm hover:text-ink ${chosen === 'excluded' ? 'bg-accent-soft text-accent' : 'text-ink-3'}`}
      >
        <Minus aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
