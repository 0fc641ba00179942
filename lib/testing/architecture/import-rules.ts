import { isWithin, type Rule } from './rule';
import { withoutExtension } from './source-file';

/** All places are paths from the project root without extension, and include everything below them. */
interface ImportRule {
  name: string;
  from: readonly string[];
  /** Places within `from` to which the rule does not apply. */
  except?: readonly string[];
  mayNotImport: readonly string[];
  /** Exceptions from `mayNotImport`. */
  unless?: readonly string[];
  instead: string;
  appliesToTests?: boolean;
}

/** The layers of the server, top to bottom. The rest of lib/server is below them. */
const layers = [
  {
    name: 'api',
    places: ['lib/server/api', 'lib/server/container', 'lib/server/assemble', 'lib/server/open-data'],
  },
  { name: 'history', places: ['lib/server/history'] },
  { name: 'inventory', places: ['lib/server/inventory'] },
  { name: 'upstream', places: ['lib/server/upstream/gateway', 'lib/server/upstream/api-access'] },
];

const everyLayer = layers.flatMap(({ places }) => places);

/** A rule for each layer except the top one: it imports nothing from the layers above it. */
const layerRules: ImportRule[] = [...layers, { name: 'the lowest layer', places: ['lib/server'] }]
  .map(({ name, places }, index): ImportRule => {
    const above = layers.slice(0, index).flatMap((layer) => layer.places);
    return {
      name: `server imports go down only: ${name}`,
      from: places,
      except: index < layers.length ? [] : everyLayer,
      mayNotImport: above,
      instead:
        'take the value as a parameter (container.ts passes it), or move the shared code to the lower layer.',
    };
  })
  .slice(1);

const importRules: ImportRule[] = [
  {
    name: 'the contract imports zod only',
    from: ['lib/contract'],
    mayNotImport: ['*'],
    unless: ['zod', 'lib/contract'],
    instead: 'keep schemas and types here and move the code that needs more to lib/client or lib/server.',
  },
  {
    name: 'browser code uses zod/mini',
    from: ['components', 'lib/client', 'lib/contract'],
    mayNotImport: ['zod'],
    unless: ['zod/mini'],
    instead:
      "import * as z from 'zod/mini': the complete zod is as large as all our components on first load.",
  },
  {
    name: 'the browser never imports the server',
    from: ['components', 'lib/client', 'lib/text'],
    mayNotImport: ['lib/server', 'lib/reference-api', 'lib/launch', 'lib/testing', 'server-only', 'node:*'],
    instead: 'read it from the BFF with lib/client, or take the type from lib/contract.',
  },
  {
    name: 'lib never imports app or components',
    from: ['lib'],
    mayNotImport: ['app', 'components'],
    instead: 'move the shared code to lib, or pass it in from the component.',
    appliesToTests: true,
  },
  {
    name: 'components/ui is independent of monitors',
    from: ['components/ui'],
    mayNotImport: [
      'components/monitor',
      'components/monitor-list',
      'components/monitor-detail',
      'components/usage',
      'lib/contract',
    ],
    instead:
      'take the shown values as props, and keep code about monitors in components/monitor and its neighbours.',
    appliesToTests: true,
  },
  ...layerRules,
  {
    name: 'the client imports neither quota nor storage',
    from: ['lib/server/upstream/client'],
    mayNotImport: ['lib/server/quota', 'lib/server/storage'],
    instead: 'return the contents of the response, and let gateway report them to the ledger.',
  },
  {
    name: 'only gateway calls upstream/client',
    from: ['app', 'lib/server'],
    except: ['lib/server/container', 'lib/server/assemble', 'lib/server/upstream'],
    mayNotImport: ['lib/server/upstream/client'],
    instead: 'call the gateway, which counts and shares the requests.',
  },
  {
    name: 'routes and pages import api and container only',
    from: ['app', 'instrumentation'],
    mayNotImport: ['lib/server', 'lib/launch', 'lib/testing', 'lib/reference-api'],
    unless: ['lib/server/api', 'lib/server/container', 'lib/server/errors'],
    instead: 'add a verb to lib/server/api and call it through the container.',
  },
  {
    name: 'the reference API imports none of our other modules',
    from: ['lib/reference-api'],
    mayNotImport: ['app', 'components', 'lib', 'e2e', 'instrumentation'],
    unless: ['lib/reference-api'],
    instead: 'implement it again from the spec: shared code would repeat a misreading of the spec.',
  },
  {
    name: 'the product imports no test doubles',
    from: ['app', 'components', 'lib', 'instrumentation'],
    except: ['lib/testing'],
    mayNotImport: ['*.fixtures', 'e2e', 'lib/testing'],
    instead:
      'take the part as a parameter: test doubles (*.fixtures.ts) are for tests, benchmarks and simulations.',
  },
];

function toRule(rule: ImportRule): Rule {
  return {
    name: rule.name,
    instead: rule.instead,
    appliesToTests: rule.appliesToTests ?? false,
    check(file) {
      const path = withoutExtension(file.path);
      if (!isWithin(path, rule.from) || isWithin(path, rule.except ?? [])) return [];
      return file.imports
        .filter(({ target }) => isWithin(target, rule.mayNotImport) && !isWithin(target, rule.unless ?? []))
        .map(({ specifier, line }) => ({ line, what: `imports ${specifier}` }));
    },
  };
}

/** The layers of components, top to bottom. A folder imports only folders of lower layers. */
const componentLayers: readonly (readonly string[])[] = [
  ['layout'],
  ['command-palette'],
  ['monitor-detail'],
  ['notifications', 'observed'],
  ['changes'],
  ['api-docs', 'auth', 'monitor-list', 'shortcuts', 'usage'],
  ['errors', 'refresh-interval'],
  ['monitor'],
  ['time-chart'],
  ['ui'],
];

/** The folder of a path in components and the index of its layer; null for any other path. */
function componentFolder(path: string): { folder: string; layer: number } | null {
  const [, folder] = /^components\/([^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return null;
  return { folder, layer: componentLayers.findIndex((folders) => folders.includes(folder)) };
}

const componentRule: Rule = {
  name: 'folders of components import downwards only',
  instead: 'move the shared code to a lower folder, or add a new folder to componentLayers.',
  appliesToTests: true,
  check(file) {
    const from = componentFolder(file.path);
    if (from === null) return [];
    if (from.layer === -1) return [{ line: 1, what: `lies in ${from.folder}, which has no layer` }];
    return file.imports
      .filter(({ target }) => {
        const to = componentFolder(target);
        return to !== null && to.folder !== from.folder && to.layer <= from.layer;
      })
      .map(({ specifier, line }) => ({ line, what: `imports ${specifier}` }));
  },
};

/** All rules about imports. */
export const allImportRules: readonly Rule[] = [...importRules.map(toRule), componentRule];
