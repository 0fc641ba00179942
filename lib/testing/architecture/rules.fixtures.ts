type Fixture = readonly [path: string, source: string];

/** For each rule: small files that violate it, and similar ones that do not. */
export const fixtures: Record<string, { violating: readonly Fixture[]; valid: readonly Fixture[] }> = {
  'the contract imports zod only': {
    violating: [
      ['lib/contract/usage.ts', "import { clock } from '@/lib/server/clock';"],
      ['lib/contract/usage.ts', "import { readFileSync } from 'node:fs';"],
      ['lib/contract/usage.ts', "export { a } from '../format';"],
    ],
    valid: [['lib/contract/usage.ts', "import * as z from 'zod/mini'; import { list } from './monitor';"]],
  },
  'browser code uses zod/mini': {
    violating: [
      ['lib/contract/usage.ts', "import { z } from 'zod';"],
      ['components/refresh-interval/choice.ts', "import type { z } from 'zod';"],
      ['lib/client/preferences.ts', "import { z } from 'zod/v4';"],
    ],
    valid: [
      ['lib/contract/usage.ts', "import * as z from 'zod/mini';"],
      ['lib/server/env.ts', "import { z } from 'zod';"],
    ],
  },
  'the browser never imports the server': {
    violating: [
      [
        'components/monitor-list/table.tsx',
        "import type { Monitor } from '@/lib/server/inventory/snapshot/snapshot';",
      ],
      ['lib/client/fetch.ts', "const { read } = await import('../server/env');"],
      ['lib/client/fetch.ts', "type Snapshot = import('../server/inventory/snapshot').Snapshot;"],
      ['components/providers.tsx', "import { join } from 'node:path';"],
      ['components/providers.tsx', "const api = require('@/lib/reference-api/server');"],
    ],
    valid: [['components/monitor-list/table.tsx', "import type { Monitor } from '@/lib/contract/monitor';"]],
  },
  'lib never imports app or components': {
    violating: [
      ['lib/client/keys.ts', "import { Table } from '@/components/monitor-list/table';"],
      ['lib/client/keys.test.ts', "import Page from '../../app/page';"],
    ],
    valid: [['lib/client/keys.ts', "import { components } from './components';"]],
  },
  'components/ui is independent of monitors': {
    violating: [
      ['components/ui/button.tsx', "import { badge } from '../monitor/badge';"],
      ['components/ui/button.tsx', "import type { Monitor } from '@/lib/contract/monitor';"],
    ],
    valid: [['components/ui/button.tsx', "import { popover } from './popover'; import { x } from 'clsx';"]],
  },
  'folders of components import downwards only': {
    violating: [
      ['components/usage/chip.tsx', "import { AppHeader } from '@/components/layout/app-header';"],
      ['components/usage/chip.tsx', "import { Toolbar } from '../monitor-list/toolbar';"],
      ['components/monitor/badge.test.ts', "import { ErrorState } from '@/components/errors/error-state';"],
      ['components/elsewhere/chip.tsx', "import { Button } from '@/components/ui/button';"],
    ],
    valid: [
      [
        'components/usage/chip.tsx',
        "import { Button } from '@/components/ui/button'; import { x } from './x';",
      ],
      ['components/layout/app-header.tsx', "import { UsageChip } from '@/components/usage/usage-banner';"],
    ],
  },
  'server imports go down only: history': {
    violating: [['lib/server/history/recorder.ts', "import { list } from '../api/list-changes';"]],
    valid: [['lib/server/history/recorder.ts', "import type { Snapshot } from '../inventory/snapshot';"]],
  },
  'server imports go down only: inventory': {
    violating: [['lib/server/inventory/crawl/crawler.ts', "import { list } from '../../api/list-monitors';"]],
    valid: [['lib/server/inventory/crawl/crawler.ts', "import type { Gateway } from '../gateway';"]],
  },
  'server imports go down only: upstream': {
    violating: [
      ['lib/server/upstream/gateway.ts', "import type { Snapshot } from '../inventory/snapshot/snapshot';"],
      ['lib/server/upstream/api-access.ts', "import { index } from '../inventory/query/index-of';"],
    ],
    valid: [['lib/server/upstream/gateway.ts', "import { pace } from './quota/pacing';"]],
  },
  'server imports go down only: the lowest layer': {
    violating: [
      [
        'lib/server/storage/sqlite.ts',
        "import type { Snapshot } from '@/lib/server/inventory/snapshot/snapshot';",
      ],
      ['lib/server/clock.ts', "import { gateway } from './upstream/gateway';"],
    ],
    valid: [['lib/server/quota/ledger.ts', "import type { UsageHeaders } from '../upstream/usage-headers';"]],
  },
  'the client imports neither quota nor storage': {
    violating: [['lib/server/upstream/client.ts', "import type { Ledger } from '../quota/ledger';"]],
    valid: [['lib/server/upstream/client.ts', "import { parse } from './schema';"]],
  },
  'only gateway calls upstream/client': {
    violating: [['lib/server/api/get-monitor.ts', "import type { Client } from '../upstream/client';"]],
    valid: [
      ['lib/server/upstream/gateway.ts', "import type { Client } from './client';"],
      ['lib/server/api/get-monitor.ts', "import type { Wire } from '../upstream/schema';"],
    ],
  },
  'routes and pages import api and container only': {
    violating: [
      ['app/api/usage/route.ts', "import { createLedger } from '@/lib/server/quota/ledger';"],
      ['app/page.tsx', "import { startReferenceApi } from '@/lib/reference-api/server';"],
      ['instrumentation.ts', "await import('./lib/server/env');"],
    ],
    valid: [
      ['app/api/usage/route.ts', "import { route } from '@/lib/server/api/route';"],
      ['app/page.tsx', "import type { Monitor } from '@/lib/contract/monitor';"],
    ],
  },
  'the reference API imports none of our other modules': {
    violating: [
      ['lib/reference-api/server.ts', "import type { WirePage } from '../server/upstream/schema.ts';"],
      ['lib/reference-api/server.ts', "import { z } from '@/lib/contract/monitor';"],
    ],
    valid: [
      [
        'lib/reference-api/server.ts',
        "import { createServer } from 'node:http'; import { seed } from './seed.ts';",
      ],
      ['lib/reference-api/server.test.ts', "import { schema } from '../server/upstream/schema';"],
    ],
  },
  'the product imports no test doubles': {
    violating: [
      ['lib/server/upstream/gateway.ts', "import { createFakeClock } from './clock.fixtures';"],
      ['components/monitor-list/table.tsx', "import { startProduct } from '@/e2e/support/product';"],
      ['app/page.tsx', "import { seeded } from '@/lib/testing/simulate/random';"],
    ],
    valid: [
      ['lib/server/upstream/gateway.test.ts', "import { createFakeClock } from './clock.fixtures';"],
      ['lib/server/quota/traffic.fixtures.ts', "import { createFakeClock } from '../clock.fixtures';"],
      ['lib/testing/simulate/run.ts', "import { createFakeClock } from '../../server/clock.fixtures.ts';"],
      ['lib/server/upstream/gateway.ts', "import { fixture } from './fixtures-of-upstream';"],
    ],
  },
  'only container constructs': {
    violating: [
      ['lib/server/api/get-usage.ts', "import { createLedger } from '../quota/ledger';"],
      [
        'lib/server/upstream/gateway.ts',
        "import { Ledger as Book } from '../quota/ledger'; export const b = new Book();",
      ],
      ['app/page.tsx', "import { createListMonitors } from '@/lib/server/api/list-monitors';"],
    ],
    valid: [
      ['lib/server/container.ts', "import { createLedger } from './quota/ledger';"],
      ['lib/server/quota/admission.ts', "import { createWindow } from './window';"],
      [
        'lib/server/upstream/gateway.ts',
        "import { FailureError } from './errors'; export const e = new FailureError();",
      ],
      ['lib/server/upstream/gateway.ts', "import { type Ledger, observe } from './quota/ledger';"],
    ],
  },
  'server files import server-only': {
    violating: [
      ['lib/server/clock.ts', 'export const a = 1;'],
      ['lib/server/clock.ts', "import { z } from 'zod'; import 'server-only';"],
    ],
    valid: [
      ['lib/server/clock.ts', "import 'server-only';\nimport { z } from 'zod';"],
      ['lib/server/clock.test.ts', "import { test } from 'vitest';"],
      ['lib/text/format.ts', 'export const a = 1;'],
    ],
  },
  "'use client' is used in components only": {
    violating: [
      ['app/monitors/page.tsx', "'use client';\nexport default function Page() {}"],
      ['lib/client/keys.ts', "'use client';"],
    ],
    valid: [
      ['components/providers.tsx', "'use client';"],
      ['app/error.tsx', "'use client';"],
      ['app/monitors/error.tsx', "'use client';"],
      ['app/page.tsx', "const text = 'use client';"],
    ],
  },
  'Server Actions and use cache are not used': {
    violating: [
      ['app/page.tsx', "async function save() { 'use server'; }"],
      ['components/form.tsx', "'use cache: remote';"],
    ],
    valid: [['app/page.tsx', "const text = ['use server', 'use cache'];"]],
  },
  'process.env is read in few places': {
    violating: [
      ['lib/server/container.ts', 'export const a = process.env.PORT;'],
      ['components/providers.tsx', "export const a = globalThis.process['env'];"],
      ['lib/client/keys.ts', 'const { env } = process;'],
      ['lib/text/format.ts', "import { env } from 'node:process';"],
    ],
    valid: [
      ['lib/server/env.ts', 'export const a = process.env;'],
      ['lib/launch/main.ts', "process.env['PORT'] = '3000';"],
      ['next.config.mjs', 'export const a = process.env.CI;'],
      ['lib/text/format.ts', 'const a = { env: process.pid };'],
    ],
  },
  'every page and route calls the gate': {
    violating: [
      ['app/usage/page.tsx', 'export default async function Usage() {}'],
      ['app/usage/page.tsx', "import { page } from '@/lib/server/page'; export default page(path, render);"],
      [
        'app/usage/page.tsx',
        "import { page } from '@/lib/server/api/page'; page(path, render); export default () => null;",
      ],
      [
        'app/usage/page.tsx',
        "import { page } from '@/lib/server/api/page'; export default page(path, render); export async function generateMetadata() {}",
      ],
      ['app/usage/page.tsx', "import { page } from '@/lib/server/api/page'; export { render as default };"],
      ['app/api/tags/route.ts', 'export async function GET() {}'],
      ['app/api/tags/route.ts', 'export const GET = () => new Response();'],
      ['app/api/tags/route.ts', "export * from '../monitors/route';"],
      ['app/api/tags/route.ts', "export { GET } from '../health/route';"],
      [
        'app/api/tags/route.ts',
        "import { route } from '@/lib/server/api/route'; export const { GET } = route(read, { open: true });",
      ],
      [
        'app/api/tags/route.ts',
        "import { signInRoute } from '@/lib/server/api/sign-in-route'; export const { GET } = signInRoute({});",
      ],
      [
        'app/api/tags/route.ts',
        "import { route } from '@/lib/server/api/route'; export const { GET } = route(read); export const POST = read;",
      ],
    ],
    valid: [
      [
        'app/usage/page.tsx',
        "import { page as gated } from '@/lib/server/api/page'; export const metadata = { title: 'Usage' }; export default gated<Props, Node>(path, render);",
      ],
      [
        'app/usage/page.tsx',
        "import { page } from '@/lib/server/api/page'; export const generateMetadata = page(path, read); export default page(path, render); export type A = 1;",
      ],
      [
        'app/api/tags/route.ts',
        "import { route } from '@/lib/server/api/route'; export const { GET, HEAD } = route(read);",
      ],
      [
        'app/api/health/route.ts',
        "import { route } from '@/lib/server/api/route'; export const { GET } = route(read, { open: true });",
      ],
      [
        'app/api/auth/login/route.ts',
        "import { signInRoute } from '@/lib/server/api/sign-in-route'; export const { POST } = signInRoute({});",
      ],
      ['app/login/page.tsx', 'export default async function Login() {}'],
      ['app/page.tsx', 'export default function Home() {}'],
      ['app/not-found.tsx', 'export default function NotFound() {}'],
    ],
  },
  'only pages, routes and the root layout import the server': {
    violating: [
      ['app/monitors/layout.tsx', "import { getContainer } from '@/lib/server/container';"],
      ['app/monitors/loading.tsx', "import type { Container } from '@/lib/server/container';"],
      ['app/sitemap.ts', "const { getContainer } = await import('../lib/server/container');"],
      ['app/helper.ts', "import { listMonitors } from '@/lib/server/api/list-monitors';"],
    ],
    valid: [
      ['app/layout.tsx', "import { getContainer } from '@/lib/server/container';"],
      ['app/monitors/page.tsx', "import { page } from '@/lib/server/api/page';"],
      ['app/not-found.tsx', "import { ErrorScreen } from '@/components/errors/error-screen';"],
    ],
  },
};
