import { type Explanation, failures, type ShownFailure } from '@/lib/contract/failures';

/** The explanation of a failure. */
export function explainError(failure: ShownFailure): Explanation {
  if (failure.code === 'sightline_unreachable') {
    return {
      title: 'Can’t reach Sightline',
      meaning: 'Your browser didn’t get a valid response from the Sightline server.',
      steps: [
        'Check your network connection and VPN.',
        'Wait. This page keeps retrying.',
        'If Sightline was just updated, reload the page.',
      ],
    };
  }
  const { screen } = failures[failure.code];
  return typeof screen === 'function' ? screen(failure) : screen;
}
