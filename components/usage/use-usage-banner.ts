import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { stateTones } from './tone';

/** From calm to used up. */
const levels = ['calm', 'warning', 'critical'] as const;
/** So long it must be calm before trouble counts as new: a minute that runs low does so again and again. Milliseconds. */
const CALM_MS = 600_000;

/**
 * How serious it is, and whether it is open. Collapsed, it opens by itself when things get worse than they were when a
 * person collapsed it.
 */
export function useUsageBanner() {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const [{ usageBanner }, changePreferences] = usePreferences();
  const tone = usage ? stateTones[usage.state] : 'neutral';
  const level = tone === 'neutral' ? 'calm' : tone;
  const isCollapsed = usageBanner !== 'open';
  const forgetTrouble = useEffectEvent(() => {
    if (isCollapsed && usageBanner !== 'calm') changePreferences({ usageBanner: 'calm' });
  });
  const isCalm = usage !== undefined && level === 'calm';
  useEffect(() => {
    if (!isCalm) return;
    const timer = setTimeout(forgetTrouble, CALM_MS);
    return () => clearTimeout(timer);
  }, [isCalm]);
  return {
    usage,
    tone,
    isShown: !isCollapsed || levels.indexOf(level) > levels.indexOf(usageBanner),
    /** It stands over the page, which does not move for what opens by itself. */
    overlaysPage: isCollapsed,
    collapse: () => changePreferences({ usageBanner: level }),
    expand: () => changePreferences({ usageBanner: 'open' }),
  };
}
