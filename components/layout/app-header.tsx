import { LogOut } from 'lucide-react';
import { PaletteButton } from '@/components/command-palette/palette-button';
import { KeyboardButton } from '@/components/shortcuts/keyboard-button';
import { Link } from '@/components/ui/link';
import { Logo } from '@/components/ui/logo';
import { UsageChip } from '@/components/usage/usage-banner';
import { withBasePath } from '@/lib/text/base-path';
import { MainNav } from './main-nav';
import { PreferencesMenu } from './preferences-menu';

export function AppHeader(props: { demo: boolean; user: { name: string | null } | null }) {
  const { demo, user } = props;
  return (
    <header className="flex h-11 short:h-10 items-center gap-4 border-line border-b bg-surface px-4 max-md:gap-2 max-sm:gap-1.5 max-sm:px-2.5 max-xs:gap-1">
      <Link
        href="/monitors"
        // A phone has no room for both the logo and the sign-out button or the demo badge; the link Monitors
        // has the same target.
        className={`flex h-full min-w-6 shrink-0 items-center justify-center gap-2 font-semibold text-ink text-md tracking-[-0.01em] ${user || demo ? 'max-sm:hidden' : 'max-xs:hidden'}`}
      >
        <Logo />
        <span className="max-md:sr-only">Sightline</span>
      </Link>
      <MainNav />
      <div className="ml-auto flex min-w-0 items-center gap-2 max-sm:gap-1.5 max-xs:gap-1">
        <PaletteButton />
        {demo ? (
          <span
            title="Sample data from the built-in reference API. None of it is real."
            className={`h-[26px] min-w-0 truncate rounded-md border border-line bg-raised px-2.5 text-ink-2 text-xs leading-6 max-sm:px-1.5 ${user ? 'max-[389px]:hidden' : ''}`}
          >
            Demo<span className="max-lg:sr-only">&nbsp;data</span>
          </span>
        ) : null}
        <UsageChip />
        <KeyboardButton />
        <PreferencesMenu />
        {user ? <SignOut name={user.name} /> : null}
      </div>
    </header>
  );
}

/** The name of the signed-in user and a sign-out form, which works without scripts. */
function SignOut({ name }: { name: string | null }) {
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
