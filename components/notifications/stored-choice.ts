import { createStoredText } from '@/components/ui/stored-text';

/** What this browser notifies of, for `parseChoice`. */
export const storedChoice = createStoredText('localStorage', 'sightline.notifications.v1');
