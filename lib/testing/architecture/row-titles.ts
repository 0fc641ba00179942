import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** What may stand between `test` and its title without making it no test: `test.each(table)(title, …)`. */
const KINDS = new Set(['each', 'for', 'fails', 'fail']);
const ROWS = /\brow (\d+)\b/g;

/**
 * The rows of the failure matrix that tests of a file name in their titles, as they stand in the source: `row 7`,
 * `row 31, row 59`. A number that is only put in when the test runs cannot be found by it.
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

/** `test`, `it` or a fixture's own (`passwordTest`), alone or of one of the kinds. */
function isTest(node: Expression): boolean {
  if (node.type === 'Identifier') return /^(test|it)$|Test$/.test(node.name);
  if (node.type === 'CallExpression') return node.callee.type === 'MemberExpression' && isTest(node.callee);
  if (node.type === 'TaggedTemplateExpression')
    return node.tag.type === 'MemberExpression' && isTest(node.tag);
  if (node.type !== 'MemberExpression' || node.computed) return false;
  return KINDS.has(node.property.name) && isTest(node.object);
}

/** The literal parts of a title. Between them stands a letter, so that no number is cut short by what is put in. */
function titleOf(node: Expression): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type !== 'TemplateLiteral') return '';
  return node.quasis.map(({ value }) => value.cooked ?? '').join('x');
}
