import 'server-only';
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { viewSearchOf } from '../../client/monitors-url.ts';
import { recordOf } from '../../contract/documented.ts';
import { arrangement, monitorsQuerySchema, readInventoryQuery } from '../../contract/inventory-query.ts';
import { MAX_VIEW_NAME, MAX_VIEWS } from '../../contract/limits.ts';
import { columnNames } from '../../contract/list-layout.ts';
import { searchParameterProblem } from '../../contract/query-parameters.ts';
import { parseSearch } from '../../contract/search/parse-search.ts';
import type { TeamView, ViewsProblem } from '../../contract/views.ts';

export interface ViewsFile {
  views: readonly TeamView[];
  /** The rules of the review that are switched off. */
  rulesOff: ReadonlySet<string>;
}

const notARule = 'is not a rule of GET /api/review.';
const PROBLEMS_MAX = 20;

type Path = readonly PropertyKey[];

const querySchema = mini.omit(monitorsQuerySchema, {
  page: true,
  facets: true,
  history: true,
  groupings: true,
});

/**
 * Parses SIGHTLINE_VIEWS_FILE, which is YAML 1.2 or JSON. All values are read as text, as in a URL: `q: 007` stays `007`. Tags
 * and aliases are rejected, so that a small file cannot expand to a large value.
 *
 * @param rules the ids of the rules of the review
 * @returns the views; null: the file has problems
 */
export function parseViewsFile(
  text: string,
  rules: readonly string[],
): { file: ViewsFile | null; problems: readonly ViewsProblem[] } {
  if (text.length > LENGTH_MAX)
    return wrong([{ line: null, message: 'It is longer than 100,000 characters.' }]);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      schema: 'failsafe',
      stringKeys: true,
      prettyErrors: false,
      // Checked below, in linear time.
      uniqueKeys: false,
    });
    return read(document, lines, rules);
  } catch {
    return wrong([{ line: null, message: 'It cannot be parsed.' }]);
  }
}

function read(document: Document, lines: LineCounter, rules: readonly string[]) {
  const problems: ViewsProblem[] = [];
  const lineAt = (offset: number | undefined) => (offset === undefined ? null : lines.linePos(offset).line);
  const refuse = (path: Path, message: string) => {
    const line = lineAt(offsetOf(document, path));
    problems.push({ line, message: path.length === 0 ? message : `${textOf(path)} ${message}` });
  };

  for (const { pos, message } of [...document.errors, ...document.warnings]) {
    problems.push({ line: lineAt(pos[0]), message: `${message.replace(/[.]$/, '')}.` });
  }
  for (const { offset, message } of forbidden(document)) problems.push({ line: lineAt(offset), message });
  if (problems.length > 0) return wrong(problems);

  const parsed = viewsFileSchema.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  for (const { path, message, ...issue } of parsed.error?.issues ?? []) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : null;
    if (keys === null) refuse(path, message);
    else for (const key of keys) refuse([...path, key], 'is not supported.');
  }
  if (parsed.data === undefined) return wrong(problems);

  const { views: given, review } = parsed.data;
  const names = new Set<string>();
  const views = given.map((view, index) => {
    const key = view.name.normalize('NFKC').toLowerCase();
    if (names.has(key)) refuse(['views', index, 'name'], 'is given twice.');
    names.add(key);
    const { rule } = view.filters;
    if (rule !== undefined && review.rules[String(rule)] === 'off')
      refuse(['views', index, 'filters', 'rule'], 'is switched off in review.rules.');
    else if (rule !== undefined && !rules.includes(String(rule)))
      refuse(['views', index, 'filters', 'rule'], notARule);
    return teamViewOf(view, (path, message) => refuse(['views', index, ...path], message));
  });
  const defaults = given.flatMap((view, index) => (view.default === 'true' ? [index] : []));
  for (const index of defaults.slice(1)) refuse(['views', index, 'default'], 'can be true only once.');
  for (const rule of Object.keys(review.rules)) {
    if (!rules.includes(rule)) refuse(['review', 'rules', rule], notARule);
  }
  if (problems.length > 0) return wrong(problems);
  const off = Object.keys(review.rules).filter((rule) => review.rules[rule] === 'off');
  return { file: { views, rulesOff: new Set(off) }, problems: [] };
}

/** @param refuse receives each value that the list would reject, with its path below the view */
function teamViewOf(view: ViewInFile, refuse: (path: Path, message: string) => void): TeamView {
  const { name, description, filters, columns } = view;
  const pairs = Object.entries(filters).flatMap(([key, values]) => [values].flat().map((one) => [key, one]));
  const own = arrangement.flatMap((key) => (view[key] === undefined ? [] : [[key, view[key]]]));
  const { query, problems } = readInventoryQuery(new URLSearchParams([...pairs, ...own]), querySchema);
  const { problem } = parseSearch(query.q ?? '');
  const wrongWord = problem === null ? [] : [searchParameterProblem(query.q ?? '', problem)];
  for (const { parameter, detail } of [...problems, ...wrongWord]) {
    refuse(Object.hasOwn(filters, parameter) ? ['filters', parameter] : [parameter], `${detail}.`);
  }
  return {
    name,
    description: description ?? null,
    query: viewSearchOf({ query }),
    columns: columns ?? null,
    default: view.default === 'true',
    public: view.public === 'true',
  };
}

/** Returns what is valid YAML, but not supported here. */
function forbidden(document: Document): { offset: number | undefined; message: string }[] {
  const found: { offset: number | undefined; message: string }[] = [];
  visit(document, {
    Alias: (_, node) => void found.push({ offset: node.range?.[0], message: 'Aliases are not supported.' }),
    Node: (_, node) => {
      if (node.tag !== undefined) found.push({ offset: node.range?.[0], message: 'Tags are not supported.' });
    },
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : '';
        const offset = isScalar(key) ? key.range?.[0] : undefined;
        if (keys.has(name)) found.push({ offset, message: 'The key is given twice.' });
        // Later checks would not see this key.
        if (name === '__proto__') found.push({ offset, message: 'The key is not supported.' });
        keys.add(name);
      }
    },
  });
  return found;
}

/** Returns the offset of the value at a path, or else of the last part of the path that exists. */
function offsetOf(document: Document, path: Path): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0];
  }
  return undefined;
}

/** A path as text: `views[0].filters.type`. */
function textOf(path: Path): string {
  const parts = path.map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 50)}`,
  );
  return parts.join('').replace(/^[.]/, '');
}

const wrong = (problems: readonly ViewsProblem[]) => ({
  file: null,
  problems: problems.slice(0, PROBLEMS_MAX),
});

/** Maximum length of the file, characters. */
const LENGTH_MAX = 100_000;
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
type ViewInFile = z.infer<typeof viewSchema>;

const rules = z.record(z.string(), z.enum(['on', 'off'], { error: 'must be on or off.' }), {
  error: 'must be a map of rules.',
});

/** The content of the views file, with all values as text. */
const viewsFileSchema = z.strictObject(
  {
    views: z
      .array(viewSchema, { error: 'must be a list of views.' })
      .max(MAX_VIEWS, { error: `must be at most ${MAX_VIEWS} views.` })
      .default([]),
    review: z.strictObject({ rules: rules.default({}) }, { error: 'must be a map.' }).default({ rules: {} }),
  },
  { error: 'The file must be a map with views, review, or both.' },
);
