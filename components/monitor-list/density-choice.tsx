import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { Preferences } from '@/lib/client/preferences';
import { menuItem } from './columns-menu-item';

const choices = [
  { value: 'compact', label: 'Compact' },
  { value: 'roomy', label: 'Roomy' },
] as const;

interface DensityChoiceProps {
  density: Preferences['density'];
  onDensity: (density: Preferences['density']) => void;
}

/** How high the rows are. */
export function DensityChoice({ density, onDensity }: DensityChoiceProps) {
  return (
    <Menu.RadioGroup
      value={density}
      onValueChange={(value) => {
        const choice = choices.find((candidate) => candidate.value === value);
        if (choice) onDensity(choice.value);
      }}
    >
      <Menu.GroupLabel className="flex h-6 items-center px-2 text-ink-3 text-xs">Rows</Menu.GroupLabel>
      {choices.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} closeOnClick={false} className={menuItem}>
          <span className="grid size-3.5 place-items-center">
            <Menu.RadioItemIndicator>
              <Check className="size-3.5" />
            </Menu.RadioItemIndicator>
          </span>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
