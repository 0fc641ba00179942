/** Why this browser shows no notifications. */
export const notificationProblems = {
  unsupported: 'This browser shows notifications only over HTTPS, or not at all.',
  denied: 'Notifications are blocked for this site in the browser’s settings.',
  dismissed: 'The browser asked for permission and got no answer. Turn them on to be asked again.',
} as const;
export type NotificationProblem = keyof typeof notificationProblems;

/** The problem that is known without asking the user; null: nothing prevents notifications. */
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
    const body = 'Sightline tells you of outages here.';
    new Notification('Notifications are on', { body, tag: 'sightline' });
    return null;
  } catch {
    // Phones show notifications only of installed apps.
    return 'unsupported';
  }
}
