import { posix } from 'node:path';
import { type Expression, type ImportDeclarationSpecifier, parseSync, Visitor } from 'oxc-parser';
import { type Exported, exportsOf } from './exports';

/** One imported name, as exported by the other file and as used in this one. `*` and `default` count as names. */
interface ImportedName {
  imported: string;
  local: string;
  typeOnly: boolean;
}

/** One import, re-export, dynamic import, import type or require. */
interface Import {
  specifier: string;
  /** For our files the path from the project root without extension, like `lib/server/env`, otherwise the specifier. */
  target: string;
  names: ImportedName[];
  line: number;
}

interface Located {
  text: string;
  line: number;
}

/** The facts about one source file that the rules need. */
export interface SourceFile {
  /** From the project root, with forward slashes. */
  path: string;
  imports: Import[];
  /** Directives like 'use client', at the top of the file or of a function. */
  directives: Located[];
  /** Names after `new`. */
  constructed: Located[];
  /** Places that read process.env. */
  environmentReads: Located[];
  /** The exported values, each with its line. */
  exports: (Omit<Exported, 'start'> & { line: number })[];
  /** The specifier of the first statement, if that is an import. */
  firstImport: string | null;
}

const EXTENSION = /\.(tsx?|mts|mjs|jsx?)$/;

export function withoutExtension(path: string): string {
  return path.replace(EXTENSION, '');
}

/** @throws Error when the text cannot be parsed, so that no file is skipped silently */
export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);

  const imports: Import[] = [];
  const directives: Located[] = [];
  const constructed: Located[] = [];
  const environmentReads: Located[] = [];

  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const addImport = (specifier: string, start: number, names: ImportedName[] = []) =>
    imports.push({ specifier, target: resolve(path, specifier), names, line: lineAt(start) });
  const addEnvironmentRead = (start: number) =>
    environmentReads.push({ text: 'process.env', line: lineAt(start) });

  new Visitor({
    ImportDeclaration({ source, specifiers, importKind, start }) {
      const names = specifiers.map((specifier) => importedName(specifier, importKind === 'type'));
      addImport(source.value, start, names);
      if (isProcessModule(source.value) && names.some(({ imported }) => imported === 'env')) {
        addEnvironmentRead(start);
      }
    },
    ExportNamedDeclaration({ source, start }) {
      if (source) addImport(source.value, start);
    },
    ExportAllDeclaration({ source, start }) {
      addImport(source.value, start);
    },
    ImportExpression({ source, start }) {
      const specifier = literalText(source);
      if (specifier !== null) addImport(specifier, start);
    },
    TSImportType({ source, start }) {
      addImport(source.value, start);
    },
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'require' || !first) return;
      if (first.type === 'SpreadElement') return;
      const specifier = literalText(first);
      if (specifier !== null) addImport(specifier, start);
    },
    ExpressionStatement(statement) {
      if (!('directive' in statement) || typeof statement.directive !== 'string') return;
      directives.push({ text: statement.directive, line: lineAt(statement.start) });
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier') constructed.push({ text: callee.name, line: lineAt(start) });
    },
    MemberExpression(member) {
      const property = member.computed ? literalText(member.property) : member.property.name;
      if (property === 'env' && isProcess(member.object)) addEnvironmentRead(member.start);
    },
    VariableDeclarator({ id, init, start }) {
      if (id.type !== 'ObjectPattern' || !init || !isProcess(init)) return;
      const takesEnv = id.properties.some(
        (property) =>
          property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'env',
      );
      if (takesEnv) addEnvironmentRead(start);
    },
  }).visit(program);

  const first = program.body[0];
  return {
    path,
    imports,
    directives,
    constructed,
    environmentReads,
    exports: exportsOf(program).map(({ start, ...exported }) => ({ ...exported, line: lineAt(start) })),
    firstImport: first?.type === 'ImportDeclaration' ? first.source.value : null,
  };
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('@/')) return withoutExtension(specifier.slice(2));
  if (specifier.startsWith('.')) return withoutExtension(posix.join(posix.dirname(from), specifier));
  return specifier;
}

function importedName(specifier: ImportDeclarationSpecifier, wholeIsType: boolean): ImportedName {
  const local = specifier.local.name;
  if (specifier.type === 'ImportDefaultSpecifier')
    return { imported: 'default', local, typeOnly: wholeIsType };
  if (specifier.type === 'ImportNamespaceSpecifier') return { imported: '*', local, typeOnly: wholeIsType };
  const { imported } = specifier;
  return {
    imported: imported.type === 'Identifier' ? imported.name : imported.value,
    local,
    typeOnly: wholeIsType || specifier.importKind === 'type',
  };
}

function literalText(node: Expression): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

function isProcessModule(specifier: string): boolean {
  return specifier === 'process' || specifier === 'node:process';
}

/** `process` or `globalThis.process`. */
function isProcess(node: Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'process';
  return node.type === 'MemberExpression' && !node.computed && node.property.name === 'process';
}
