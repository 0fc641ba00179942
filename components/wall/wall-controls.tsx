import { Maximize, Moon, Sun } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { KeyHint } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import { usePreferences } from '@/components/ui/preferences';

/** Hides the buttons while nobody moves the pointer. Touch screens have none, and always show them. */
export const hiddenWhileIdle =
  'transition-opacity group-data-idle/wall:pointer-fine:not-focus-within:opacity-0';

function toggleFullScreen(): void {
  // Browsers allow full screen only after a key press or a click, and some do not support it.
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}

/** @param props.canLeave whether the viewer may leave the wall for the list */
export function WallControls({ canLeave }: { canLeave: boolean }) {
  const [{ wallTheme }, changePreferences] = usePreferences();
  const otherTheme = wallTheme === 'dark' ? 'light' : 'dark';
  const changeTheme = () => changePreferences({ wallTheme: otherTheme });
  useCommands(() => [
    { keys: 'f', label: 'Full screen', group: 'Wall', run: toggleFullScreen },
    { keys: 'l', label: 'Light or dark', group: 'Wall', run: changeTheme },
  ]);
  return (
    <div className="flex flex-wrap gap-2">
      <Control keys="f" icon={<Maximize aria-hidden />} onClick={toggleFullScreen}>
        Full screen
      </Control>
      <Control
        keys="l"
        icon={wallTheme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
        onClick={changeTheme}
      >
        {otherTheme === 'light' ? 'Light' : 'Dark'}
      </Control>
      {canLeave ? (
        <Link href="/monitors" className={buttonClass()}>
          Monitors
        </Link>
      ) : null}
    </div>
  );
}

interface ControlProps extends ComponentProps<'button'> {
  keys: string;
  icon?: ReactNode;
}

export function Control({ keys, icon, children, ...rest }: ControlProps) {
  return (
    <button type="button" className={buttonClass()} {...rest}>
      {icon}
      {children}
      <KeyHint cap={keys} />
    </button>
  );
}
