import * as z from 'zod/mini';
import { boolean, documented, numberOrNull, text, textOrNull } from './documented.ts';
import { columnNames } from './list-layout.ts';

export const teamViewSchema = z.object({
  name: text('Unique, without regard to case.'),
  description: textOrNull('What it is for.'),
  query: text('The query of GET /api/monitors that lists its monitors; empty: all.'),
  columns: documented(
    z.nullable(z.array(z.enum(columnNames))),
    'The columns of the list, from left to right; null: those that each person has chosen.',
  ),
  default: boolean('Whether the page /monitors opens it.'),
  public: boolean('Whether its status and its badge need no sign-in.'),
});
export type TeamView = z.infer<typeof teamViewSchema>;

const viewsProblemSchema = documented(
  z.object({ line: numberOrNull('From 1; null: the whole file.'), message: z.string() }),
  'What is wrong in the views file. The last good one stays in force.',
);
export type ViewsProblem = z.infer<typeof viewsProblemSchema>;

/** Response body of `GET /api/views`. */
export const viewsSchema = z.object({
  data: z.array(teamViewSchema),
  meta: z.object({ problems: z.array(viewsProblemSchema) }),
});
export type Views = z.infer<typeof viewsSchema>;
