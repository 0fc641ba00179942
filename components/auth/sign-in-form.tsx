import { CircleAlert } from 'lucide-react';
import { Logo } from '@/components/ui/logo';
import type { SignInProblem } from '@/lib/contract/sign-in';
import { withBasePath } from '@/lib/text/base-path';
import { formatAge } from '@/lib/text/format';

const button =
  'inline-flex h-9 w-full items-center justify-center rounded-md bg-accent font-medium text-md text-surface hover:opacity-90';

/** The login page: a password form, or a link to the OpenID provider. Both work without JavaScript. */
export function SignInForm(props: {
  mode: 'password' | 'oidc';
  /** The path to redirect to after sign-in, within the product. */
  next: string;
  problem: SignInProblem | null;
  /** Seconds until the next attempt is allowed; null when there is no such limit. */
  waitS: number | null;
  /** The id of the request with the problem, as in the log. */
  requestId: string | null;
}) {
  const { mode, next, problem, waitS, requestId } = props;
  return (
    <main className="mx-auto flex min-h-[80vh] w-full max-w-[340px] flex-col justify-center gap-5 px-4 py-12">
      <div className="flex items-center gap-2 text-accent">
        <Logo />
        <h1 className="font-semibold text-ink text-lg tracking-[-0.01em]">Sign in to Sightline</h1>
      </div>
      {problem ? (
        <div
          role="alert"
          id="problem"
          className="flex gap-2 rounded-md border border-line-strong bg-down-soft px-3 py-2.5 text-ink"
        >
          <CircleAlert className="mt-0.5 size-3.5 shrink-0 text-down" />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p>{signInMessage(problem, waitS)}</p>
            {requestId && <p className="mt-1 break-all font-mono text-ink-3 text-xs">request {requestId}</p>}
          </div>
        </div>
      ) : null}
      {mode === 'password' ? (
        <form method="post" action={withBasePath('/api/auth/login')} className="flex flex-col gap-3">
          <input type="hidden" name="next" value={next} />
          {/* Password managers store a password under a user name, although all users share this password. */}
          <input type="text" name="username" value="sightline" autoComplete="username" readOnly hidden />
          <label className="flex flex-col gap-1.5 text-ink-2">
            Password
            <input
              type="password"
              name="password"
              required
              // biome-ignore lint/a11y/noAutofocus: the only control of this page.
              autoFocus
              autoComplete="current-password"
              maxLength={1000}
              aria-describedby={problem ? 'problem' : undefined}
              className="h-9 rounded-md border border-line-strong bg-surface px-3 text-ink text-md"
            />
          </label>
          <button type="submit" className={button}>
            Sign in
          </button>
        </form>
      ) : (
        <a href={withBasePath(`/api/auth/login?${new URLSearchParams({ next })}`)} className={button}>
          Sign in with your organization
        </a>
      )}
      <p className="text-ink-3 text-xs">Authorized users only. Sightline is read-only.</p>
    </main>
  );
}

/** The message for a problem. @param waitS seconds until the next attempt is allowed, null if unlimited */
function signInMessage(problem: SignInProblem, waitS: number | null): string {
  const tryAgain = `Try again in ${waitS === null ? 'a few minutes' : formatAge(waitS + 59)}.`;
  const messages: Record<SignInProblem, string> = {
    wrong_password: 'Wrong password.',
    too_many_attempts: `Too many attempts. ${tryAgain}`,
    too_many_waiting: `The server is busy with other sign-ins. ${tryAgain}`,
    expired: 'Sign-in expired or was started in another browser. Try again.',
    provider_down: 'Can’t reach the sign-in provider. Try again in a moment.',
    provider_refused: 'The sign-in provider denied the request. Try again or contact your administrator.',
    answer_invalid:
      'Couldn’t verify the sign-in provider’s response. Try again; if it persists, contact your administrator.',
    wrong_group:
      'You aren’t in a group that has access to these monitors. Ask your administrator to add you.',
    no_groups:
      'The sign-in provider didn’t say which groups you are in. Your administrator can make it send them, or name their claim in SIGHTLINE_OIDC_GROUPS_CLAIM.',
    groups_overage:
      'You are in so many groups that the sign-in provider left them out. Your administrator can make it send only the groups of this application, or use app roles (SIGHTLINE_OIDC_GROUPS_CLAIM=roles).',
    no_email:
      'The sign-in provider didn’t say your email address. Your administrator can make it send the claim “email”.',
    wrong_domain:
      'Your email address isn’t in a domain that has access to these monitors. Ask your administrator.',
    email_unverified:
      'Your email address isn’t verified at the sign-in provider. Verify it there, then try again.',
    email_unstated:
      'The sign-in provider doesn’t say whether your email address is verified. If its addresses are always right, your administrator can set SIGHTLINE_OIDC_EMAIL_UNVERIFIED=allow.',
    other_address:
      'The form came from another address than Sightline’s own. Open Sightline at its usual address, then try again.',
    unavailable:
      'Signing in isn’t possible right now, because Sightline can’t reach its database. Try again in a moment.',
  };
  return messages[problem];
}
