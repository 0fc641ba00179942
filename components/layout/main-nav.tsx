'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';

const places = [
  { path: '/monitors', label: 'Monitors' },
  { path: '/usage', label: 'Usage' },
] as const;

const mark =
  'after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-t-full after:bg-accent max-sm:after:inset-x-1.5';

/** The pages, with the one that is shown marked; a monitor's own page belongs to Monitors. */
export function MainNav() {
  const pathname = usePathname();
  const router = useRouter();
  useCommands(() => [
    {
      keys: 'g m',
      caps: ['g', 'm'],
      label: 'Go to Monitors',
      group: 'Everywhere',
      run: () => router.push('/monitors'),
    },
    {
      keys: 'g u',
      caps: ['g', 'u'],
      label: 'Go to Usage',
      group: 'Everywhere',
      run: () => router.push('/usage'),
    },
  ]);
  return (
    <nav aria-label="Main" className="flex h-full">
      {places.map(({ path, label }) => {
        const current = pathname === path ? 'page' : pathname.startsWith(`${path}/`) ? 'true' : undefined;
        return (
          <Link
            key={path}
            href={path}
            aria-current={current}
            className={`relative flex items-center px-2.5 font-medium max-sm:px-1.5 ${current ? `text-ink ${mark}` : 'text-ink-2 hover:text-ink'}`}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
