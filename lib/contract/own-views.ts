import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { columnIds } from './preferences.ts';
import { MAX_VIEW_NAME, MAX_VIEWS } from './view-limits.ts';

/** Maximum length of the query of a view, characters. */
const MAX_QUERY = 4000;

/** The texts that every database can store. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;

const viewName = () =>
  documented(
    z.string().check(z.minLength(1), z.maxLength(MAX_VIEW_NAME), z.regex(storable)),
    'Unique, without regard to case.',
  );

const ownViewSchema = documented(
  z.object({
    name: viewName(),
    search: documented(
      z.string().check(z.maxLength(MAX_QUERY), z.regex(storable)),
      'The query of the list in the URL; empty: all monitors.',
    ),
    columns: documented(
      z.nullable(z.object({ hiddenColumns: z.nullable(columnIds), columnOrder: columnIds })),
      'The columns of the list; null: as they are.',
    ),
  }),
  'A view that a person has saved.',
);
export type OwnView = z.infer<typeof ownViewSchema>;

/** Response body of `GET` and `POST /api/views/own`. */
export const ownViewsSchema = documented(
  z.object({ data: z.array(ownViewSchema) }),
  'The views that the signed-in person has saved, in the order of the panel.',
);
export type OwnViews = z.infer<typeof ownViewsSchema>;

/** Request body of `POST /api/views/own`. */
export const viewChangesSchema = documented(
  z.object({
    remove: z.array(viewName()).check(z.maxLength(MAX_VIEWS)),
    put: z
      .array(
        z.extend(ownViewSchema, {
          position: documented(z.int().check(z.gte(0), z.lte(MAX_VIEWS)), 'Its place, from 0.'),
        }),
      )
      .check(z.maxLength(MAX_VIEWS)),
  }),
  'Views to remove by their names, and views to add or replace.',
);
export type ViewChanges = z.infer<typeof viewChangesSchema>;
