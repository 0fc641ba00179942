import Link from 'next/link';
import { SignOut } from '@/components/access/sign-out';
import { UsageChip } from '@/components/usage/usage-chip';
import type { Theme } from '@/lib/contract/theme';
import { Logo } from './logo';
import { ThemeMenu } from './theme-menu';

/** On every page: where one is, whether the data is invented, and what is left of the API's limits. */
export function AppHeader(props: { demo: boolean; theme: Theme; user: { name: string | null } | null }) {
  const { demo, theme, user } = props;
  return (
    <header className="flex h-11 items-center gap-4 border-line border-b bg-surface px-4 max-sm:gap-2 max-sm:px-3">
      <Link
        href="/monitors"
        prefetch={false}
        className="flex items-center gap-2 font-semibold text-ink text-md tracking-[-0.01em]"
      >
        <Logo />
        Sightline
      </Link>
      <nav aria-label="Main" className="flex h-full max-sm:hidden">
        <Link
          href="/monitors"
          prefetch={false}
          className="relative flex items-center px-2.5 font-medium text-ink after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-full after:bg-accent"
        >
          Monitors
        </Link>
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-2">
        {demo ? (
          <span
            title="An invented organization on the embedded reference API; none of this is real."
            className="inline-flex h-[26px] items-center whitespace-nowrap rounded-md border border-line bg-raised px-2.5 text-ink-2 text-xs"
          >
            Demo data
          </span>
        ) : null}
        <UsageChip />
        <ThemeMenu initial={theme} />
        {user ? <SignOut name={user.name} /> : null}
      </div>
    </header>
  );
}
