import { expect, type Locator, type Page } from '@playwright/test';
import { type MonitorSlot, monitorHistorySchema } from '../../lib/contract/changes.ts';
import { conditions } from '../../lib/contract/conditions.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

test.use({ contextOptions: { forcedColors: 'active' } });

const HOUR_MS = 3_600_000;

/** Returns the system colors that shapes may have, as computed colors. */
function systemColors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    const colors = ['CanvasText', 'Canvas', 'Highlight', 'GrayText'].map((color) => {
      probe.style.cssText = `forced-color-adjust: none; color: ${color}`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return colors;
  });
}

/** The colors in which each element is painted, and its height and pattern. */
function paintOf(shapes: Locator) {
  return shapes.evaluateAll((all) =>
    all.map((shape) => {
      const style = getComputedStyle(shape);
      const isSvg = shape instanceof SVGElement;
      const painted = isSvg
        ? [style.fill, style.stroke]
        : [
            style.backgroundColor,
            style.backgroundImage,
            Number.parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : '',
          ];
      const colors = painted.flatMap((value) => value.match(/(rgb|okl|lab|color)\w*\([^)]*\)/g) ?? []);
      const pattern = isSvg ? '' : `${shape.getBoundingClientRect().height} ${style.borderTopStyle}`;
      return { colors: colors.filter((color) => color !== 'rgba(0, 0, 0, 0)'), pattern };
    }),
  );
}

/** Expects that all elements have only system colors, and that no two look the same. */
async function expectSystemColors(shapes: Locator, count: number): Promise<void> {
  await expect(shapes).toHaveCount(count);
  const allowed = await systemColors(shapes.page());
  const paint = await paintOf(shapes);
  for (const { colors } of paint) {
    expect(colors.length).toBeGreaterThan(0);
    expect(allowed).toEqual(expect.arrayContaining(colors));
  }
  expect(new Set(paint.map((one) => JSON.stringify(one))).size).toBe(count);
}

test('the condition marks of the list have a system color, and each condition has its own shape', async ({
  staticStack,
  page,
}) => {
  // These monitors are of every condition.
  const q = encodeURIComponent('Größentabelle OR Склад OR Printer OR Orders');
  await openHydrated(page, `${staticStack.product.url}/monitors?per_page=100&q=${q}`);
  const allowed = await systemColors(page);
  const marks = await page.locator('tbody td:first-child svg[viewBox="0 0 12 12"]').evaluateAll((all) =>
    all.map((mark) => ({
      label: mark.parentElement?.textContent ?? '',
      shape: mark.innerHTML,
      color: getComputedStyle(mark).color,
    })),
  );
  for (const { color } of marks) expect(allowed).toContain(color);
  const shapeOf = new Map(marks.map(({ label, shape }) => [label, shape]));
  for (const label of ['Down', 'Overdue', 'Never checked', 'Up', 'Inactive']) {
    expect([...shapeOf.keys()]).toContain(label);
  }
  expect(new Set(shapeOf.values()).size).toBe(5);
});

test('the shapes of the observed conditions have system colors, and no two are alike', {
  tag: '@nightly',
}, async ({ demo, page }) => {
  const { data } = await readList(demo, 'condition=up&type=https&sort=name');
  const path = `/monitors/${data[0]?.monitor_uuid}`;
  const history = async () =>
    monitorHistorySchema.parse(JSON.parse((await ask(`${demo.url}/api${path}/history`)).text));
  await expect.poll(async () => (await history()).data.slots.length).toBeGreaterThan(0);
  const body = await history();
  const slots = conditions.map((state, place): MonitorSlot => {
    const at = new Date(Math.floor(Date.now() / HOUR_MS - 9 + place) * HOUR_MS).toISOString();
    return {
      at,
      quarters: 4,
      state,
      maintenance: false,
      checks: 0,
      down: 0,
      timed: 0,
      mean_ms: null,
      max_ms: null,
    };
  });
  await page.route('**/history?days=7', (route) =>
    route.fulfill({ json: { ...body, data: { ...body.data, slots } } }),
  );
  await openHydrated(page, `${demo.url}${path}`);
  await page.getByRole('button', { name: '7 d' }).click();
  const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expect(legend).toHaveText([
    'Down',
    'Overdue',
    'Unknown',
    'Never checked',
    'Up',
    'Inactive',
    'Not observed',
  ]);
  await expectSystemColors(legend.locator('span > span'), 7);
});

test('the chart of the changes has system colors, and down is unlike overdue', async ({ demo, page }) => {
  const slots = async () => JSON.parse((await ask(`${demo.url}/api/changes/fleet`)).text).data.slots.length;
  await expect.poll(slots).toBeGreaterThan(0);
  await page.goto(`${demo.url}/changes`);
  const chart = page.getByRole('slider', { name: /^Down, overdue and unknown/ });
  await waitForHydration(chart);
  const allowed = await systemColors(page);
  for (const { colors } of await paintOf(chart.locator('svg g path[d^=M]')))
    expect(allowed).toEqual(expect.arrayContaining(colors));
  const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expectSystemColors(legend.filter({ hasNotText: 'Not observed' }).locator('span'), 4);
});
