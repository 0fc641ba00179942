import { useCommandList } from '@/components/ui/commands';
import { usePreferences } from '@/components/ui/preferences';
import { themes } from '@/lib/client/preferences';
import type { PaletteAction } from './palette-items';

/** What can be done from everywhere: the commands of the keyboard, and the choices of the Appearance menu. */
export function usePaletteActions(): PaletteAction[] {
  const commands = useCommandList();
  const [{ theme, zone }, changePreferences] = usePreferences();
  const otherZone = zone === 'utc' ? 'local' : 'utc';
  return [
    ...commands
      .filter(({ group, keys }) => group === 'Everywhere' && keys !== '$mod+k')
      .map(({ keys, caps, label, run }) => ({ kind: 'action' as const, id: keys, label, caps, run })),
    ...themes
      .filter((option) => option !== theme)
      .map((option) => ({
        kind: 'action' as const,
        id: `theme ${option}`,
        label: `Theme: ${option}`,
        run: () => changePreferences({ theme: option }),
      })),
    {
      kind: 'action',
      id: 'zone',
      label: otherZone === 'utc' ? 'Times: UTC' : 'Times: local',
      run: () => changePreferences({ zone: otherZone }),
    },
  ];
}
