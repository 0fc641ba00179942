import type { BindingPattern, Program } from 'oxc-parser';

/** One exported value of a file. */
export interface Exported {
  /** May be `default`; `*` for all exports of another file. */
  name: string;
  /** Offset in the text. */
  start: number;
  /**
   * For example, `export default page(a, b)` is a call of `page` with 2 arguments; `data` is a literal or an object.
   */
  value: { kind: 'call'; callee: string; argumentCount: number } | { kind: 'data' } | { kind: 'other' };
}

const other = { kind: 'other' } as const;

/** Returns the exported values of a file. Types are left out, because they have no runtime effect. */
export function exportsOf(program: Program): Exported[] {
  return program.body.flatMap((statement): Exported[] => {
    const { start } = statement;
    if (statement.type === 'ExportAllDeclaration') return [{ name: '*', start, value: other }];
    if (statement.type === 'ExportDefaultDeclaration') {
      return [{ name: 'default', start, value: describeValue(statement.declaration) }];
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
    const { declaration, specifiers } = statement;
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id, init }) =>
        namesIn(id).map((name) => ({ name, start, value: describeValue(init) })),
      );
    }
    // A function, a class, or names of another file: their behaviour is not visible here.
    if (declaration) return [{ name: declaration.type, start, value: other }];
    return specifiers.map(({ exported }) => ({
      name: exported.type === 'Literal' ? exported.value : exported.name,
      start,
      value: other,
    }));
  });
}

function describeValue(node: object | null): Exported['value'] {
  if (node === null || !('type' in node)) return other;
  if (node.type === 'ObjectExpression' || node.type === 'Literal') return { kind: 'data' };
  if (node.type !== 'CallExpression' || !('callee' in node) || !('arguments' in node)) return other;
  const { callee, arguments: args } = node;
  const isName = callee instanceof Object && 'name' in callee && typeof callee.name === 'string';
  if (!isName || !Array.isArray(args)) return other;
  return { kind: 'call', callee: String(callee.name), argumentCount: args.length };
}

/** The names that a declaration binds: `a`, or `a` and `b` for `{ a, b }`; `?` for other patterns. */
function namesIn(pattern: BindingPattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type !== 'ObjectPattern') return ['?'];
  return pattern.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : ['?'],
  );
}
