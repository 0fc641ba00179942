import { beforeEach, expect, test, vi } from 'vitest';
import { type EarlyClick, watchEarlyClicks } from './early-click';

/** As much of a page as the watch needs: one element, which is a button or is not, in a late part or not. */
class FakePage extends EventTarget {
  declare earlyClick?: EarlyClick;
  isConnected = true;
  isButton = true;
  part: Element | null = null;

  closest(selector: string): EventTarget | null {
    if (selector === '[data-late]') return this.part;
    return this.isButton && selector.startsWith('button') ? this : null;
  }
}

beforeEach(() => vi.stubGlobal('Element', FakePage));

function watched(): FakePage {
  const page = new FakePage();
  watchEarlyClicks(page);
  return page;
}

const click = (page: FakePage) => page.dispatchEvent(new Event('click'));
const take = (page: FakePage, late: unknown = null) =>
  page.earlyClick?.take(late instanceof Element ? late : null);

test('the last click on a button is remembered, once', () => {
  const page = watched();
  click(page);
  expect(take(page)).toBe(page);
  expect(take(page)).toBeNull();
  expect(take(watched())).toBeNull();
});

test('a click in a part that is hydrated later is kept for that part', () => {
  const page = watched();
  const part = new Element();
  page.part = part;
  click(page);
  expect(take(page)).toBeNull();
  expect(take(page, new Element())).toBeNull();
  expect(take(page, part)).toBe(page);
  click(page);
  expect(take(page, part), 'also when the rest has long been hydrated').toBe(page);
});

test('a click elsewhere, and a button that is gone, are forgotten', () => {
  const page = watched();
  click(page);
  page.isButton = false;
  click(page);
  expect(take(page)).toBeNull();

  const other = watched();
  click(other);
  other.isConnected = false;
  expect(take(other)).toBeNull();
});

test('a click that is still on its way to React is left to it', () => {
  const page = watched();
  const event = new Event('click');
  Object.defineProperty(event, 'eventPhase', { value: Event.BUBBLING_PHASE });
  page.dispatchEvent(event);
  expect(take(page)).toBeNull();
});

test('as a text it needs nothing from outside', () => {
  const page = new FakePage();
  new Function('page', `(${watchEarlyClicks})(page)`)(page);
  click(page);
  expect(take(page)).toBe(page);
});
