import type { SignInProblem } from '@/lib/contract/sign-in';
import { formatAge } from '@/lib/format';

/** What the login page says of a problem, and what to do. @param waitS seconds until the next try, if that is the problem */
export function signInMessage(problem: SignInProblem, waitS: number | null): string {
  switch (problem) {
    case 'wrong_password':
      return 'That is not the password.';
    case 'too_many_attempts':
      return `Too many tries. ${tryAgain(waitS)}.`;
    case 'too_many_waiting':
      return `Too many sign-ins are waiting to be checked. ${tryAgain(waitS)}.`;
    case 'expired':
      return 'Signing in took too long, or was begun in another browser. Begin again.';
    case 'provider_down':
      return 'The sign-in provider cannot be reached just now. Try again in a moment.';
    case 'provider_refused':
      return 'The sign-in provider did not let you in. Begin again, or ask whoever runs it.';
    case 'answer_invalid':
      return 'The sign-in provider’s answer could not be trusted, so it was refused. Begin again; if it happens twice, tell whoever runs Sightline.';
    case 'not_allowed':
      return 'You are known to the sign-in provider, but not among those who may see these monitors. Ask whoever runs Sightline.';
  }
}

function tryAgain(waitS: number | null): string {
  return waitS === null ? 'Wait a few minutes' : `Try again in ${formatAge(waitS + 59)}`;
}
