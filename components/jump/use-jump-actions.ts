'use client';

import { chooseTheme, useTheme } from '@/components/shell/theme';
import { useCommandList } from '@/components/ui/commands';
import { useLook } from '@/components/ui/look';
import { themeSchema } from '@/lib/contract/theme';
import type { JumpAction } from './jump-items';

/** What can be done from everywhere: the commands of the keyboard, and the choices of the Appearance menu. */
export function useJumpActions(): JumpAction[] {
  const commands = useCommandList();
  const theme = useTheme('system');
  const [{ zone }, changeLook] = useLook();
  const otherZone = zone === 'utc' ? 'local' : 'utc';
  return [
    ...commands
      .filter(({ group, keys }) => group === 'Everywhere' && keys !== '$mod+k')
      .map(({ keys, caps, label, run }) => ({ kind: 'action' as const, id: keys, label, caps, run })),
    ...themeSchema.options
      .filter((option) => option !== theme)
      .map((option) => ({
        kind: 'action' as const,
        id: `theme ${option}`,
        label: `Theme: ${option}`,
        run: () => chooseTheme(option),
      })),
    {
      kind: 'action',
      id: 'zone',
      label: otherZone === 'utc' ? 'Times: UTC' : 'Times: local',
      run: () => changeLook({ zone: otherZone }),
    },
  ];
}
