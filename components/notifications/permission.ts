/** Why this browser shows no notifications. */
export type NotificationProblem = 'unsupported' | 'denied' | 'dismissed';

/** What is known without asking the user; null: nothing prevents notifications. */
export function problemOfBrowser(): NotificationProblem | null {
  if (!('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Asks the user for permission, if necessary, and shows a first notification. @returns null: notifications are shown */
export async function allowNotifications(): Promise<NotificationProblem | null> {
  if (!('Notification' in window)) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'dismissed';
  try {
    new Notification('Notifications are on', {
      body: 'Sightline tells you of outages here.',
      tag: 'sightline',
    });
    return null;
  } catch {
    // Phones show notifications only of installed apps.
    return 'unsupported';
  }
}
