import 'server-only';
import { z } from 'zod';
import { columnNames } from '../../contract/column-names.ts';
import { arrangement } from '../../contract/inventory-query.ts';
import { recordOf } from '../../contract/record-of.ts';
import { MAX_VIEW_NAME, MAX_VIEWS } from '../../contract/view-limits.ts';

/** Maximum length of the file, characters. */
export const LENGTH_MAX = 100_000;
const DESCRIPTION_MAX = 200;

/** Characters that cannot be seen, or that change the direction of what follows. Emoji and some scripts need the joiners. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

function visibleText(longest: number) {
  const error = `must be a text of 1 to ${longest} visible characters.`;
  return z
    .string({ error })
    .refine((text) => !invisible.test(text), { error })
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .pipe(z.string().min(1, { error }).max(longest, { error }));
}

const flag = z.enum(['true', 'false'], { error: 'must be true or false.' }).optional();
const value = z.string({ error: 'must be a text.' });
const columns = z
  .array(z.enum(columnNames, { error: 'is not a column.' }), { error: 'must be a list of columns.' })
  .min(1, { error: 'must be a list of columns.' })
  .refine((names) => new Set(names).size === names.length, { error: 'has a column twice.' });

const viewSchema = z.strictObject(
  {
    name: visibleText(MAX_VIEW_NAME),
    description: visibleText(DESCRIPTION_MAX).optional(),
    filters: z
      .record(z.string(), z.union([value, z.array(value)], { error: 'must be a text or a list of texts.' }), {
        error: 'must be a map of filters.',
      })
      .default({}),
    ...recordOf(arrangement, value.optional()),
    columns: columns.optional(),
    default: flag,
    public: flag,
  },
  { error: 'must be a view with a name.' },
);
export type ViewInFile = z.infer<typeof viewSchema>;

const rules = z.record(z.string(), z.enum(['on', 'off'], { error: 'must be on or off.' }), {
  error: 'must be a map of rules.',
});

/** The content of the views file, with all values as text. */
export const viewsFileSchema = z.strictObject(
  {
    views: z
      .array(viewSchema, { error: 'must be a list of views.' })
      .max(MAX_VIEWS, { error: `must be at most ${MAX_VIEWS} views.` })
      .default([]),
    review: z.strictObject({ rules: rules.default({}) }, { error: 'must be a map.' }).default({ rules: {} }),
  },
  { error: 'The file must be a map with views, review, or both.' },
);
