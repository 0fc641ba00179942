import type { Browser } from '@playwright/test';
import { z } from 'zod';
import { openHydrated } from '../../support/browser/screen.ts';
import { speedUpTime } from '../../support/browser/speed-up-time.ts';
import { readWatched, type Watched, watchLayout } from '../../support/browser/watch-layout.ts';
import { createChangingList } from '../../support/upstream/changing-list.ts';
import { inFreshPage } from './pages.ts';

/** The page polls every 15 of its seconds: seven times in a real second. */
const PACE = 100;
const LIST = /\/api\/monitors\?/;

const pageSchema = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ total_pages: z.number() }),
});

async function readAll(origin: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = await fetch(`${origin}/api/monitors?sort=attention&per_page=100&page=${page}`);
    const { data, pagination } = pageSchema.parse(await response.json());
    rows.push(...data);
    last = pagination.total_pages;
  }
  return rows;
}

/**
 * Opens the longest page of the list with an empty cache. Then every response changes some rows and their order.
 * Timers run faster, while frames and layout stay real.
 *
 * @param updates the number of responses to wait for, one for each 15 seconds of the page
 */
export async function watchRefreshes(browser: Browser, origin: string, updates: number): Promise<Watched> {
  const changingList = createChangingList(await readAll(origin));
  return inFreshPage(browser, async (page) => {
    await speedUpTime(page, PACE);
    await page.route(LIST, (route, request) =>
      route.fulfill({ json: changingList.response(new URL(request.url())) }),
    );
    await openHydrated(page, `${origin}/monitors?sort=attention&per_page=100`);
    await watchLayout(page);
    for (let update = 0; update < updates; update += 1) await page.waitForResponse(LIST);
    return readWatched(page);
  });
}
