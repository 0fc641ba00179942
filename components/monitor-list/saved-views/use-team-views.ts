import { useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import { viewsQuery } from '@/lib/client/views-query';
import type { TeamView, Views } from '@/lib/contract/views';
import type { SavedView } from './saved-views';
import { savedViewOf } from './team-view';

/** A view of the team as a person's own. */
export type OfferedTeamView = SavedView & Pick<TeamView, 'description'>;

/** The views of the team, empty until they are loaded, and what is wrong in their file. */
export function useTeamViews(): {
  views: OfferedTeamView[];
  hasDefault: boolean;
  problems: Views['meta']['problems'];
} {
  const body = useQuery(viewsQuery(useRequestContext())).data?.body;
  const views = body?.data ?? [];
  return {
    views: views.map((view) => ({ ...savedViewOf(view), description: view.description })),
    hasDefault: views.some((view) => view.default),
    problems: body?.meta.problems ?? [],
  };
}
