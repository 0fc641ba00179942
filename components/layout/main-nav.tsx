'use client';

import type { Route } from 'next';
import { usePathname, useRouter } from 'next/navigation';
import { UnreadCount } from '@/components/changes/unread-count';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { useKeyTitle } from '@/components/ui/use-key-title';

// Narrow windows have no room for all; the menu of the preferences leads there, too.
const narrow = 'max-xl:hidden';
const places: readonly { label: string; key: string; className?: string }[] = [
  { label: 'Monitors', key: 'm' },
  { label: 'Changes', key: 'c' },
  { label: 'Coverage', key: 'v', className: narrow },
  { label: 'Review', key: 'r', className: narrow },
  { label: 'Usage', key: 'u' },
];

/** The pages are named like their paths. */
const pathOf = ({ label }: (typeof places)[number]) => `/${label.toLowerCase()}` as Route;

const currentMark =
  'after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-full after:bg-accent max-sm:after:inset-x-1.5';

/** The main navigation with the current page marked; the page of a monitor belongs to Monitors. */
export function MainNav() {
  const pathname = usePathname();
  const router = useRouter();
  const keyTitle = useKeyTitle();
  useCommands(() =>
    places.map((place) => ({
      keys: `g ${place.key}`,
      label: `Go to ${place.label}`,
      group: 'Global' as const,
      run: () => router.push(pathOf(place)),
    })),
  );
  return (
    <nav aria-label="Main" className="flex h-full">
      {places.map((place) => {
        const { label, key, className } = place;
        const path = pathOf(place);
        const current = pathname === path ? 'page' : pathname.startsWith(`${path}/`) ? 'true' : undefined;
        return (
          <Link
            key={path}
            href={path}
            aria-current={current}
            title={keyTitle(`Go to ${label}`, `g ${key}`)}
            className={`${className ?? ''} relative flex items-center px-2.5 font-medium max-sm:px-1.5 max-xs:px-1 ${current ? `text-ink ${currentMark}` : 'text-ink-2 hover:text-ink'}`}
          >
            {label}
            {path === '/changes' ? <UnreadCount /> : null}
          </Link>
        );
      })}
    </nav>
  );
}
