import { usePreferences } from '@/components/ui/preferences';
import { defaultRefreshInterval, type RefreshInterval } from '@/lib/contract/refresh-interval';

/**
 * How often this person wants the monitors read, kept in this browser: the choice, a way to change it, and one that
 * pauses or goes on as before the pause.
 */
export function useRefreshInterval(): [RefreshInterval, (choice: RefreshInterval) => void, () => void] {
  'use memo';
  const [{ refreshInterval, resumedInterval }, change] = usePreferences();
  const choose = (next: RefreshInterval) => {
    const isPausing = next === 'off' && refreshInterval !== 'off';
    change({ refreshInterval: next, ...(isPausing ? { resumedInterval: refreshInterval } : {}) });
  };
  const togglePause = () => {
    if (refreshInterval !== 'off') choose('off');
    else choose(resumedInterval === 'off' ? defaultRefreshInterval : resumedInterval);
  };
  return [refreshInterval, choose, togglePause];
}
