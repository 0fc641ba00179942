import type { BindingPattern, Program } from 'oxc-parser';

/** One value that a file exports, and what it is. */
export interface Exported {
  /** `default` too; `*` for whatever another file exports. */
  name: string;
  /** Where in the text. */
  start: number;
  /** `export default page(a, b)` is a call of `page` with 2 arguments; `data` is an object or a text written out. */
  made: { by: 'call'; callee: string; argumentCount: number } | { by: 'data' } | { by: 'other' };
}

const other = { by: 'other' } as const;

/** What a file exports. Types are left out: they do nothing. */
export function exportsOf(program: Program): Exported[] {
  return program.body.flatMap((statement): Exported[] => {
    const { start } = statement;
    if (statement.type === 'ExportAllDeclaration') return [{ name: '*', start, made: other }];
    if (statement.type === 'ExportDefaultDeclaration') {
      return [{ name: 'default', start, made: making(statement.declaration) }];
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
    const { declaration, specifiers } = statement;
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id, init }) =>
        namesIn(id).map((name) => ({ name, start, made: making(init) })),
      );
    }
    // A function, a class, or names from elsewhere: nobody can see here what they do.
    if (declaration) return [{ name: declaration.type, start, made: other }];
    return specifiers.map(({ exported }) => ({
      name: exported.type === 'Literal' ? exported.value : exported.name,
      start,
      made: other,
    }));
  });
}

function making(node: object | null): Exported['made'] {
  if (node === null || !('type' in node)) return other;
  if (node.type === 'ObjectExpression' || node.type === 'Literal') return { by: 'data' };
  if (node.type !== 'CallExpression' || !('callee' in node) || !('arguments' in node)) return other;
  const { callee, arguments: given } = node;
  const isName = callee instanceof Object && 'name' in callee && typeof callee.name === 'string';
  if (!isName || !Array.isArray(given)) return other;
  return { by: 'call', callee: String(callee.name), argumentCount: given.length };
}

/** The names that a declaration binds: `a`, or the `a` and `b` of `{ a, b }`. */
function namesIn(pattern: BindingPattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type !== 'ObjectPattern') return ['?'];
  return pattern.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : ['?'],
  );
}
