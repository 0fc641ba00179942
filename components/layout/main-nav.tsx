'use client';

import { usePathname, useRouter } from 'next/navigation';
import { UnreadCount } from '@/components/changes/unread-count';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { keysTo, pages } from './pages';

const currentMark =
  'after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-full after:bg-accent max-sm:after:inset-x-1.5';

/** The main navigation with the current page marked; the page of a monitor belongs to Monitors. */
export function MainNav() {
  const pathname = usePathname();
  const router = useRouter();
  const keyTitle = useKeyTitle();
  useCommands(() =>
    pages.map((page) => ({
      keys: keysTo(page),
      label: `Go to ${page.label}`,
      group: 'Global' as const,
      run: () => router.push(page.path),
    })),
  );
  return (
    <nav aria-label="Main" className="flex h-full">
      {pages.map((page) => {
        const { path, label, place } = page;
        if (place === 'menu') return null;
        const current = pathname === path ? 'page' : pathname.startsWith(`${path}/`) ? 'true' : undefined;
        return (
          <Link
            key={path}
            href={path}
            aria-current={current}
            title={keyTitle(`Go to ${label}`, keysTo(page))}
            className={`${place === 'wide' ? 'max-lg:hidden' : ''} relative flex items-center px-2.5 font-medium max-sm:px-1.5 max-xs:px-1 ${current ? `text-ink ${currentMark}` : 'text-ink-2 hover:text-ink'}`}
          >
            {label}
            {path === '/changes' ? <UnreadCount /> : null}
          </Link>
        );
      })}
    </nav>
  );
}
