import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateApi } from 'swagger-typescript-api';
import { projectRoot } from '../products/server-process.ts';

/** The result of a program: its exit code, what it printed, and its errors. */
interface Result {
  code: number | null;
  output: string;
  errors: string;
}

/** A program that uses the client. It needs the generated types, so it cannot be a file of the project. */
export const program = `
import { Api, type ListedMonitor } from './client.ts';

const [baseUrl = '', token = '', metricsToken = ''] = process.argv.slice(2);
const { api } = new Api<string>({
  baseUrl,
  baseApiParams: { format: 'json', headers: { Authorization: \`Bearer \${token}\` } },
});

const list = await api.listMonitors({ condition: ['down', 'up'], sort: 'attention', facets: 'true', per_page: 5 });
const monitors: ListedMonitor[] = list.data.data;
const total: number = list.data.pagination.total;
const uuid: string = monitors[0]?.monitor_uuid ?? '';
const state: 'complete' | 'reading' | 'incomplete' = list.data.meta.inventory.state;
const one = await api.getMonitor(uuid);
const description: string | null | undefined = one.data.data.description;
const exported = await api.exportMonitors({ format: 'json', type: ['https'] });
const history = await api.getMonitorHistory(uuid, { days: 7 });
const slotSeconds: number = history.data.data.slot_s;
const changes = await api.listChanges({ kind: ['added', 'down'], limit: 3 });
const kinds: string[] = changes.data.data.map(({ kind }) => kind);
const feed = await api.getOutageFeed({ type: ['https'] }, { format: 'text' });
const metrics = await api.getMetrics({
  format: 'text',
  headers: { Authorization: \`Bearer \${metricsToken}\` },
});
const refused: number = await api
  .refreshMonitors({ headers: { 'Sightline-Refresh': 'on' } })
  .then(({ status }) => status, ({ status }: { status: number }) => status);

// @ts-expect-error: not a condition
const wrongValue = () => api.listMonitors({ condition: ['broken'] });
// @ts-expect-error: not a parameter
const wrongName = () => api.listMonitors({ name: 'x' });
// @ts-expect-error: the format is required
const missing = () => api.exportMonitors({});

console.log(JSON.stringify({
  total, state, described: description !== undefined, rows: exported.data.length, slotSeconds, kinds: kinds.length,
  feed: feed.data.slice(0, 5), metrics: metrics.data.slice(0, 6), refused,
  unused: [wrongValue, wrongName, missing].length,
}));
`;

/** Generates a client from a document, and checks the types of a program that uses it. @param folder is created */
export async function compileWithClient(folder: string, document: object, program: string): Promise<Result> {
  mkdirSync(folder, { recursive: true });
  const { files } = await generateApi({
    spec: JSON.parse(JSON.stringify(document)),
    output: false,
    silent: true,
    httpClientType: 'fetch',
    generateUnionEnums: true,
    fileName: 'client',
  });
  const [client] = files;
  writeFileSync(join(folder, 'client.ts'), client?.fileContent ?? '');
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    rewriteRelativeImportExtensions: true,
    outDir: 'out',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return run([join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', folder]);
}

/** Runs the compiled program. */
export function runWithClient(folder: string, ...args: readonly string[]): Promise<Result> {
  return run([join(folder, 'out/program.js'), ...args]);
}

/** Runs Node. It is asynchronous, because this process also serves the API that the product reads. */
async function run(args: readonly string[]): Promise<Result> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const result: Result = { code: null, output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.errors += text;
  });
  await once(child, 'close');
  return { ...result, code: child.exitCode };
}
