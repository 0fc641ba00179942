import { z } from 'zod';

/** Why the login page is shown again. Closed: the page has a sentence for each. */
export const signInProblemSchema = z.enum([
  'wrong_password',
  'too_many_attempts',
  'expired',
  'provider_down',
  'provider_refused',
  'answer_invalid',
  'not_allowed',
]);
export type SignInProblem = z.infer<typeof signInProblemSchema>;
