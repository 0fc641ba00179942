import * as z from 'zod/mini';

/** Why the login page is shown again. The list is closed, because the page has a sentence for each. */
export const signInProblemSchema = z.enum([
  'wrong_password',
  'too_many_attempts',
  'too_many_waiting',
  'expired',
  'provider_down',
  'provider_refused',
  'answer_invalid',
  'wrong_group',
  'no_groups',
  'groups_overage',
  'no_email',
  'wrong_domain',
  'email_unverified',
  'email_unstated',
  'other_address',
  'unavailable',
]);
export type SignInProblem = z.infer<typeof signInProblemSchema>;
