'use client';

import { CalendarDays, ChartNoAxesColumn, ClipboardCheck, History, List, ListChecks, Tv } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { useReadMark } from '@/components/changes/read-mark';
import { useCommands } from '@/components/ui/commands';
import { useKeyTitle } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import { inBoundary } from '@/components/ui/load-boundary';

/**
 * The pages in the order of the navigation. `place`: in the navigation of every window, in that of wide ones (`lg`, 1024 px)
 * and otherwise in the menu, or always in the menu. `key` follows `g`.
 */
export const pages = [
  { path: '/monitors', label: 'Monitors', key: 'm', place: 'always', icon: List },
  { path: '/changes', label: 'Changes', key: 'c', place: 'always', icon: History },
  { path: '/coverage', label: 'Coverage', key: 'o', place: 'wide', icon: ListChecks },
  { path: '/review', label: 'Review', key: 'r', place: 'always', icon: ClipboardCheck },
  { path: '/report', label: 'Report', key: 'p', place: 'wide', icon: CalendarDays },
  { path: '/wall', label: 'Wall', key: 'w', place: 'wide', icon: Tv },
  { path: '/usage', label: 'Usage', key: 'u', place: 'menu', icon: ChartNoAxesColumn },
] as const;

const keysTo = ({ key }: (typeof pages)[number]) => `g ${key}`;

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

const UnreadBadge = inBoundary(
  dynamic(() => import('@/components/changes/unread-badge').then((file) => file.UnreadBadge)),
  null,
);

/** The number of unread changes. Its scripts are loaded only in a browser that has shown changes before. */
function UnreadCount() {
  const readUpTo = useReadMark();
  return readUpTo === null ? null : <UnreadBadge readUpTo={readUpTo} />;
}
