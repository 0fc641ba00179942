/**
 * What may import what: `npm run test:lint` checks it, docs/architecture.md explains it. Every comment says what to do
 * instead of the forbidden import.
 */

const TESTS = '[.](test|fixtures)[.]tsx?$';

/** The layers of the server from top to bottom, as regular expressions. A layer imports only layers below it. */
const serverLayers = [
  { name: 'api', path: '^lib/server/(api/|(container|assemble|take-over|demo|open-database|metrics)[.]ts)' },
  { name: 'report', path: '^lib/server/report/' },
  { name: 'review', path: '^lib/server/review/' },
  { name: 'history', path: '^lib/server/history/' },
  { name: 'coverage', path: '^lib/server/coverage/' },
  { name: 'inventory', path: '^lib/server/inventory/' },
  { name: 'gateway', path: '^lib/server/upstream/(gateway|api-access|detail-cache)[.]ts' },
  { name: 'lowest', path: '^lib/server/' },
];

/** The layers of `components` from top to bottom. A folder imports only folders of layers below its own. */
const componentLayers = [
  ['layout'],
  ['command-palette'],
  ['monitor-detail'],
  ['notifications', 'observed', 'report', 'wall'],
  ['changes', 'coverage', 'review'],
  ['auth', 'monitor-list', 'shortcuts', 'usage'],
  ['export', 'refresh'],
  ['errors'],
  ['monitor'],
  ['time-chart'],
  ['ui'],
];

const serverRules = serverLayers.slice(1).map(({ name, path }, index) => {
  const above = serverLayers.slice(0, index + 1).map((layer) => layer.path);
  return {
    name: `server-imports-go-down-from-${name}`,
    comment: 'Take the value as a parameter (container.ts passes it), or move the shared code down.',
    severity: 'error',
    // The last layer is everything that no other layer contains.
    from: { path, pathNot: [TESTS, ...(name === 'lowest' ? above : [])] },
    to: { path: above, pathNot: TESTS },
  };
});

const componentRules = componentLayers.map((folders, index) => ({
  name: `components-import-downwards-from-${folders.join('-')}`,
  comment: 'Move the shared code to a lower folder, or change componentLayers in .dependency-cruiser.mjs.',
  severity: 'error',
  from: { path: `^components/(${folders.join('|')})/` },
  to: {
    path: `^components/(${componentLayers
      .slice(0, index + 1)
      .flat()
      .join('|')})/`,
    pathNot: '^components/$1/',
  },
}));

export default {
  forbidden: [
    ...serverRules,
    ...componentRules,
    {
      name: 'components-have-a-layer',
      comment: 'Add the folder to componentLayers in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^components/', pathNot: `^components/(${componentLayers.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'ui-knows-no-monitor',
      comment: 'Take the shown values as props, and keep code about monitors in components/monitor.',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: TESTS },
      to: { path: '^lib/contract/' },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'Keep schemas and types here; move code that needs more to lib/client or lib/server.',
      severity: 'error',
      from: { path: '^lib/contract/', pathNot: TESTS },
      to: { pathNot: ['^lib/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'browser-uses-zod-mini',
      comment: "import * as z from 'zod/mini': the complete zod is as large as all components on first load.",
      severity: 'error',
      from: { path: '^(components|lib/client|lib/contract)/', pathNot: TESTS },
      to: { path: '^node_modules/zod/', pathNot: '^node_modules/zod/mini/' },
    },
    {
      name: 'browser-never-imports-the-server',
      comment: 'Read it from the BFF with lib/client, or take the type from lib/contract.',
      severity: 'error',
      from: { path: '^(components|lib/client|lib/text)/', pathNot: TESTS },
      to: {
        path: ['^lib/(server|reference-api|launch|process|demo|testing)/', '^node_modules/server-only/'],
      },
    },
    {
      name: 'browser-never-imports-node',
      comment: 'Do it in lib/server and read the result from the BFF.',
      severity: 'error',
      from: { path: '^(components|lib/client|lib/text)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'lib-imports-neither-app-nor-components',
      comment: 'Move the shared code to lib, or pass it in from the component.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'only-gateway-calls-the-client',
      comment:
        'Call the gateway, which counts and shares the requests. Only the check before the start does without.',
      severity: 'error',
      from: {
        path: '^(app|lib/server)/',
        pathNot: [TESTS, '^lib/server/(upstream/|(container|assemble|api/check-setup)[.]ts)'],
      },
      to: { path: '^lib/server/upstream/client[.]ts$' },
    },
    {
      name: 'client-imports-neither-quota-nor-storage',
      comment: 'Return the contents of the response; the gateway reports them to the ledger.',
      severity: 'error',
      from: { path: '^lib/server/upstream/client[.]ts$' },
      to: { path: '^lib/server/(quota|storage)/' },
    },
    {
      name: 'routes-import-api-and-container-only',
      comment: 'Add a verb to lib/server/api and call it through the container.',
      severity: 'error',
      from: { path: '^(app/|instrumentation[.]ts$)', pathNot: TESTS },
      to: {
        path: '^lib/(server|launch|process|demo|testing|reference-api)/',
        pathNot: '^lib/server/(api/|(container|demo|errors)[.]ts)',
      },
    },
    {
      name: 'only-pages-and-routes-import-the-server',
      comment: 'Read it in the page, which calls the gate, and pass it down.',
      severity: 'error',
      from: { path: '^app/', pathNot: [TESTS, '/(page|route)[.]tsx?$', '^app/layout[.]tsx$'] },
      to: { path: '^lib/server/' },
    },
    {
      name: 'reference-api-shares-nothing',
      comment: 'Implement it again from the spec: shared code would repeat a misreading of the spec.',
      severity: 'error',
      from: { path: '^lib/reference-api/', pathNot: TESTS },
      to: { path: '^(app|components|e2e|lib)/', pathNot: '^lib/reference-api/' },
    },
    {
      name: 'product-imports-no-test-doubles',
      comment: 'Take the part as a parameter: test doubles are for tests, benchmarks and simulations.',
      severity: 'error',
      from: { path: '^(app|components|lib|instrumentation)', pathNot: [TESTS, '^lib/testing/'] },
      to: { path: ['[.]fixtures[.]tsx?$', '^e2e/', '^lib/testing/'] },
    },
    {
      name: 'everything-resolves',
      comment: 'The file or package does not exist, so none of the rules can judge the import.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  required: [
    {
      name: 'server-files-import-server-only',
      comment: "Begin the file with import 'server-only'; so that no bundle for the browser can contain it.",
      severity: 'error',
      module: { path: '^lib/server/', pathNot: TESTS },
      to: { path: '^node_modules/server-only/' },
    },
  ],
  options: {
    // The default parser needs the programming interface of TypeScript, which TypeScript 7 does not have.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^[.]next/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js'],
    },
  },
};
