import 'server-only';
import { nextPath } from '../auth/next-path.ts';
import { getContainer } from '../container.ts';
import { callerOfPage, nobody } from './page.ts';

/** Returns the data of the login page. @param requested the unchecked parameter `next` of its URL */
export async function loginPage(requested: string | string[] | undefined) {
  const { access } = await getContainer();
  const caller = await callerOfPage().catch(nobody);
  return {
    mode: access.mode,
    next: nextPath(typeof requested === 'string' ? requested : null),
    admitted: caller !== null,
  };
}
