'use client';

import { Check, ChevronDown, Pause } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key-hint';
import { Menu } from '@/components/ui/menu';
import type { Usage } from '@/lib/contract/usage';
import { limitWords } from './limit-words';
import {
  choiceLabel,
  priceWords,
  type RefreshChoice,
  refreshChoiceSchema,
  refreshChoices,
} from './refresh-choice';

interface RefreshMenuProps {
  usage: Usage['data'] | undefined;
  choice: RefreshChoice;
  onChoice: (choice: RefreshChoice) => void;
}

/** How often the monitors are read: each interval with its price, and how often they really are. */
export function RefreshMenu({ usage, choice, onChoice }: RefreshMenuProps) {
  // The menu opens within the page's main part, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  const isPaused = choice === 'off';
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Refresh interval: ${choiceLabel(choice)}`}
        className={`${buttonClass()} -ml-px rounded-l-none hover:text-ink max-sm:hidden`}
      >
        {isPaused ? (
          <>
            <Pause aria-hidden className="fill-current" />
            <span className="font-medium text-ink">Paused</span>
          </>
        ) : (
          <span className="max-2xl:hidden">{choiceLabel(choice).toLowerCase()}</span>
        )}
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <div ref={home} className="contents" />
      <Menu.Portal container={home}>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Menu.Popup className="w-[min(380px,calc(100vw-16px))] rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            <Menu.RadioGroup
              value={choice}
              onValueChange={(value) => onChoice(refreshChoiceSchema.parse(value))}
            >
              {refreshChoices.map((option) => (
                <Menu.RadioItem
                  key={option}
                  value={option}
                  closeOnClick
                  className="flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-ink outline-none data-highlighted:bg-raised"
                >
                  <span className="grid size-3.5">
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden className="size-3.5" />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className="whitespace-nowrap">{choiceLabel(option)}</span>
                  {option === 'off' ? <KeyHint cap="p" /> : null}
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
  );
}
