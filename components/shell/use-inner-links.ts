'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { isPlainClick } from '@/components/ui/plain-click';

/** Where a link leads within Sightline; null when it leads elsewhere, or to something that is no page. */
function routeOf({ origin, pathname, search }: HTMLAnchorElement) {
  if (origin !== location.origin) return null;
  const asked = search === '' ? '' : (`?${search.slice(1)}` as const);
  const [page, uuid, ...more] = pathname.slice(1).split('/');
  if (more.length > 0) return null;
  if (page === 'usage' && uuid === undefined) return `/usage${asked}` as const;
  if (page !== 'monitors') return null;
  return uuid ? (`/monitors/${uuid}` as const) : (`/monitors${asked}` as const);
}

/** Whether a link leads to the very page that is shown, filters and all. */
function isShown({ pathname, search }: HTMLAnchorElement): boolean {
  return pathname === location.pathname && search === location.search;
}

/**
 * A click on a link of ours shows the page without loading everything anew; one to the page that is shown reads it
 * again, from its top, as browsers do. Links are plain ones with one listener for all, because a search brings 25 others,
 * and each of Next's own takes as long to make as the rest of its row. Nothing is fetched before the click: that would
 * read upstream.
 */
export function useInnerLinks(): void {
  const router = useRouter();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || !isPlainClick(event) || !(event.target instanceof Element)) return;
      const link = event.target.closest<HTMLAnchorElement>('a[href]:not([target], [download], [href^="#"])');
      const route = link && routeOf(link);
      if (!route) return;
      event.preventDefault();
      if (isShown(link)) {
        router.refresh();
        window.scrollTo(0, 0);
        return;
      }
      const [, uuid] = route.split('/monitors/');
      if (uuid) pendingNavigation.begin(uuid);
      router.push(route);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [router]);
}
