'use client';

import type { Route } from 'next';
import { usePathname, useRouter } from 'next/navigation';
import { UnreadCount } from '@/components/changes/unread-count';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { useKeyTitle } from '@/components/ui/use-key-title';

// Narrow windows have no room for all; the menu of the preferences leads there, too.
const places: readonly { path: Route; label: string; key: string; className?: string }[] = [
  { path: '/monitors', label: 'Monitors', key: 'm' },
  { path: '/changes', label: 'Changes', key: 'c' },
  { path: '/coverage', label: 'Coverage', key: 'v', className: 'max-xl:hidden' },
  { path: '/review', label: 'Review', key: 'r', className: 'max-xl:hidden' },
  { path: '/usage', label: 'Usage', key: 'u' },
  { path: '/api/docs', label: 'API', key: 'a', className: 'max-xl:hidden' },
];

const currentMark =
  'after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-full after:bg-accent max-sm:after:inset-x-1.5';

/** The main navigation with the current page marked; the page of a monitor belongs to Monitors. */
export function MainNav() {
  const pathname = usePathname();
  const router = useRouter();
  const keyTitle = useKeyTitle();
  useCommands(() =>
    places.map(({ path, label, key }) => ({
      keys: `g ${key}`,
      label: `Go to ${label}`,
      group: 'Global' as const,
      run: () => router.push(path),
    })),
  );
  return (
    <nav aria-label="Main" className="flex h-full">
      {places.map(({ path, label, key, className = '' }) => {
        const current = pathname === path ? 'page' : pathname.startsWith(`${path}/`) ? 'true' : undefined;
        return (
          <Link
            key={path}
            href={path}
            aria-current={current}
            title={keyTitle(`Go to ${label}`, `g ${key}`)}
            className={`${className} relative flex items-center px-2.5 font-medium max-sm:px-1.5 max-xs:px-1 ${current ? `text-ink ${currentMark}` : 'text-ink-2 hover:text-ink'}`}
          >
            {label}
            {path === '/changes' ? <UnreadCount /> : null}
          </Link>
        );
      })}
    </nav>
  );
}
