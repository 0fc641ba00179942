import { usePreferences } from '@/components/ui/preferences';
import { defaultRefreshInterval, type RefreshInterval } from '@/lib/contract/refresh-interval';

/**
 * The user's refresh interval, stored in the preferences.
 *
 * @returns the choice, a function that changes it, and a function that pauses or resumes with the previous
 *   choice
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
