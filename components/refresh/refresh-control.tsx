'use client';

import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, Pause, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Age } from '@/components/ui/instant';
import { Menu } from '@/components/ui/menu';
import { usageQuery } from '@/lib/client/queries';
import { limitWords } from './limit-words';
import {
  choiceLabel,
  priceWords,
  type RefreshChoice,
  refreshChoiceSchema,
  refreshChoices,
} from './refresh-choice';

interface RefreshControlProps {
  asOf: string;
  busy: boolean;
  choice: RefreshChoice;
  onChoice: (choice: RefreshChoice) => void;
  onRefresh: () => void;
}

/** When the rows were read, a way to ask now, and how often they are read, with what that costs. */
export function RefreshControl({ asOf, busy, choice, onChoice, onRefresh }: RefreshControlProps) {
  const usage = useQuery(usageQuery).data?.body.data;
  const Icon = choice === 'off' ? Pause : RefreshCw;
  // The menu opens within the page's main part, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  return (
    <div className="flex">
      <button
        type="button"
        onClick={onRefresh}
        title="Refresh"
        aria-busy={busy}
        className={`${buttonClass()} rounded-r-none hover:text-ink`}
      >
        <Icon aria-hidden className={busy ? 'motion-safe:animate-spin' : ''} />
        <span className="sr-only">Refresh, </span>
        <span className="min-w-[112px] text-left">
          as of{' '}
          <span className="font-medium text-ink">
            <Age iso={asOf} suffix=" ago" />
          </span>
        </span>
      </button>
      <Menu.Root>
        <Menu.Trigger
          aria-label={`Refresh interval: ${choiceLabel(choice)}`}
          className={`${buttonClass()} -ml-px rounded-l-none hover:text-ink`}
        >
          <span className="max-lg:hidden">{choiceLabel(choice).toLowerCase()}</span>
          <ChevronDown aria-hidden />
        </Menu.Trigger>
        <div ref={home} className="contents" />
        <Menu.Portal container={home}>
          <Menu.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
            <Menu.Popup className="w-[min(360px,calc(100vw-16px))] rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
              <Menu.RadioGroup
                value={choice}
                onValueChange={(value) => onChoice(refreshChoiceSchema.parse(value))}
              >
                {refreshChoices.map((option) => (
                  <Menu.RadioItem
                    key={option}
                    value={option}
                    closeOnClick
                    className="flex min-h-7 cursor-default select-none items-baseline gap-2 rounded-sm px-2 py-1 text-ink outline-none data-highlighted:bg-raised"
                  >
                    <span className="grid size-3.5 self-center">
                      <Menu.RadioItemIndicator>
                        <Check aria-hidden className="size-3.5" />
                      </Menu.RadioItemIndicator>
                    </span>
                    <span className="whitespace-nowrap">{choiceLabel(option)}</span>
                    <span className="ml-auto text-right text-ink-2 text-xs">
                      {usage ? priceWords(option, usage.refresh.cost, usage.daily.limit) : null}
                    </span>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              {usage ? (
                <p className="mt-1 border-line border-t px-2 py-2 text-ink-2 text-xs">
                  {limitWords(usage.refresh)}
                </p>
              ) : null}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
