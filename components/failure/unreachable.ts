/** What is said when this browser gets no answer from Sightline's own server: the one failure that cannot be looked up there. */
export const unreachable = {
  title: 'Sightline cannot be reached',
  meaning: 'Your browser got no usable answer from Sightline’s own server.',
  steps: [
    'See whether you are online (a VPN, perhaps).',
    'Wait: this page goes on trying.',
    'If Sightline was just updated, reload the page.',
  ],
} as const;
