import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** Properties of `test` that still define a test, as in `test.each(table)(title, …)`. */
const KINDS = new Set(['each', 'for', 'fails', 'fail', 'skipIf']);
const ROWS = /\brow (\d+)\b/g;

/**
 * Returns the rows of the failure matrix in the titles of a file's tests, as written in the source: `row 7`,
 * `row 31, row 59`. Numbers that are inserted at run time are not found.
 *
 * @throws Error when the text cannot be parsed
 */
export function rowsInTitles(path: string, text: string): number[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const rows = new Set<number>();
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!isTest(callee) || first === undefined || first.type === 'SpreadElement') return;
      for (const [, number] of titleOf(first).matchAll(ROWS)) rows.add(Number(number));
    },
  }).visit(program);
  return [...rows];
}

/** Whether a callee is `test`, `it` or a fixture's own (`passwordTest`), possibly with one of `KINDS`. */
function isTest(node: Expression): boolean {
  if (node.type === 'Identifier') return /^(test|it)$|Test$/.test(node.name);
  if (node.type === 'CallExpression') return node.callee.type === 'MemberExpression' && isTest(node.callee);
  if (node.type === 'TaggedTemplateExpression')
    return node.tag.type === 'MemberExpression' && isTest(node.tag);
  if (node.type !== 'MemberExpression' || node.computed) return false;
  return KINDS.has(node.property.name) && isTest(node.object);
}

/**
 * The literal parts of a title, joined by a letter, so that a number next to a placeholder is not taken as complete.
 */
function titleOf(node: Expression): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type !== 'TemplateLiteral') return '';
  return node.quasis.map(({ value }) => value.cooked ?? '').join('x');
}
