import { LogOut } from 'lucide-react';
import { withBasePath } from '@/lib/text/base-path';

/** The name of the signed-in user and a sign-out form, which works without scripts. */
export function SignOut({ name }: { name: string | null }) {
  return (
    <form method="post" action={withBasePath('/api/auth/logout')} className="flex min-w-0 items-center gap-2">
      {name === null ? null : (
        <span className="max-w-40 truncate text-ink-2 text-xs max-lg:hidden" title={`Signed in as ${name}`}>
          {name}
        </span>
      )}
      <button
        type="submit"
        aria-label="Sign out"
        title={name === null ? 'Sign out' : `Sign out ${name}`}
        className="grid size-[26px] shrink-0 place-items-center rounded-md border border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink"
      >
        <LogOut className="size-3.5" />
      </button>
    </form>
  );
}
