import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { stateTones } from './usage-windows';

/** The levels of severity, in increasing order. */
const levels = ['calm', 'warning', 'critical'] as const;
/** The time without problems after which a problem counts as new; a low minute window often recurs. Milliseconds. */
const CALM_MS = 600_000;

/**
 * The state of the usage banner. The list always has it; other pages have it while a limit is low or used up. A collapsed
 * banner expands automatically when the level rises above the level at which the user collapsed it.
 */
export function useUsageBanner() {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const [{ usageBanner }, changePreferences] = usePreferences();
  const tone = usage ? stateTones[usage.state] : 'neutral';
  const level = tone === 'neutral' ? 'calm' : tone;
  const isCollapsed = usageBanner !== 'open';
  const isList = usePathname() === '/monitors';
  const hiddenUpTo = isCollapsed || isList ? usageBanner : 'calm';
  const resetLevel = useEffectEvent(() => {
    if (isCollapsed && usageBanner !== 'calm') changePreferences({ usageBanner: 'calm' });
  });
  const isCalm = usage !== undefined && level === 'calm';
  useEffect(() => {
    if (!isCalm) return;
    const timer = setTimeout(resetLevel, CALM_MS);
    return () => clearTimeout(timer);
  }, [isCalm]);
  return {
    usage,
    tone,
    isShown: hiddenUpTo === 'open' || levels.indexOf(level) > levels.indexOf(hiddenUpTo),
    /** Whether the chip in the header expands the banner. Otherwise it opens the usage page. */
    canExpand: isList || level !== 'calm',
    /** Whether the banner is positioned over the page, because automatic expansion must not shift the layout. */
    overlaysPage: isCollapsed,
    collapse: () => changePreferences({ usageBanner: level }),
    expand: () => changePreferences({ usageBanner: 'open' }),
  };
}
