import 'server-only';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { SearchAtom, SearchClause } from '../../contract/search/parse-search.ts';
import { foldText } from '../../text/fold-text.ts';
import type { Database, Tables } from '../storage/database.ts';

type Subjects = ExpressionBuilder<Tables, 'subject'>;

/** Returns the SQL condition that a column contains a text. It distinguishes upper and lower case. */
export function containsText(engine: Database['engine'], column: 'regions' | 'search', text: string) {
  return sql<SqlBool>`${indexOf(engine, sql.ref(column), text)} > 0`;
}

/** Returns the SQL condition that a search matches a subject, see `parseChangesSearch`. */
export function matchSubjects(
  engine: Database['engine'],
  all: readonly SearchClause[],
  { and, or, not, eb }: Subjects,
): Expression<SqlBool> {
  const matchAtom = (atom: SearchAtom): Expression<SqlBool> => {
    if (atom.field === null) return containsText(engine, 'search', foldText(atom.text));
    const value = atom.comparison === null ? atom.value : '';
    if (atom.field === 'type') return eb('type', '=', value);
    if (atom.field === 'region') return containsText(engine, 'regions', JSON.stringify(value));
    // The first line of the text is the name, the second line is the target.
    const afterName = sql`substr(search, ${indexOf(engine, sql.ref('search'), '\n')} + 1)`;
    const line = atom.field === 'name' ? sql`search` : afterName;
    const position = indexOf(engine, line, foldText(value));
    return sql<SqlBool>`${position} > 0 and ${position} < ${indexOf(engine, line, '\n')}`;
  };
  const matchAny = (any: SearchClause) =>
    or(any.map((atom) => (atom.isNegated ? not(matchAtom(atom)) : matchAtom(atom))));
  return and(all.map(matchAny));
}

/** Returns the SQL expression for the position of a part in a text, counted from 1; 0: the text does not contain it. */
function indexOf(engine: Database['engine'], text: Expression<unknown>, part: string) {
  return sql<number>`${sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')}(${text}, ${part})`;
}
