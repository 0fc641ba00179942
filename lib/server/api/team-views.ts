import 'server-only';
import type { Views } from '@/lib/contract/views';
import { knownParameters } from '../../contract/query-parameters.ts';
import { wallQuerySchema } from '../../contract/wall-query.ts';
import { FailureError } from '../errors.ts';
import type { TeamViews } from '../views/open-views.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';

/** Serves the views that the operator has configured in the views file. */
export function createTeamViews(views: TeamViews) {
  return {
    views,
    getViews: (): EtaggedBody<Views> =>
      etaggedBody({ data: [...views.all()], meta: { problems: [...views.problems()] } }),
    /**
     * Returns the filters of a request: its own, or those of the view of the team that it names with `view`.
     *
     * @param others parameters that are not filters, and stay
     * @throws FailureError `invalid_parameter` for an unknown view, and for filters besides it
     */
    filtersOfView(search: URLSearchParams, others: readonly string[] = []): URLSearchParams {
      const name = search.get('view');
      if (name === null) return search;
      const refuse = (detail: string) =>
        new FailureError({ code: 'invalid_parameter', parameter: 'view', detail });
      const kept = [...search].filter(([parameter]) => others.includes(parameter));
      if (search.size > kept.length + 1) throw refuse('cannot be combined with other parameters');
      const view = views.find(name);
      if (view === undefined) throw refuse('names no view of the team: it may have been renamed or removed');
      const filters = knownParameters(wallQuerySchema, new URLSearchParams(view.query));
      for (const [parameter, value] of kept) filters.append(parameter, value);
      return filters;
    },
  };
}
