import { useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import { viewsQuery } from '@/lib/client/views-query';
import { savedViewOf } from './team-view';

/** The views of the team in the form of saved views, empty until they are loaded, and the problems of their file. */
export function useTeamViews() {
  const body = useQuery(viewsQuery(useRequestContext())).data?.body;
  const views = body?.data ?? [];
  return {
    views: views.map((view) => ({ ...savedViewOf(view), description: view.description })),
    hasDefault: views.some((view) => view.default),
    problems: body?.meta.problems ?? [],
  };
}
