import 'server-only';
import { nextPath } from '../access/next-path.ts';
import { getContainer } from '../container.ts';
import { callerOfPage } from './page.ts';

/** What the login page needs to know. @param wanted the `next` of its address, as it came */
export async function loginPage(wanted: string | string[] | undefined) {
  const { access } = await getContainer();
  return {
    mode: access.mode,
    next: nextPath(typeof wanted === 'string' ? wanted : null),
    admitted: (await callerOfPage()) !== null,
  };
}
