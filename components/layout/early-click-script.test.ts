import { beforeEach, expect, test, vi } from 'vitest';
import { type EarlyClick, watchEarlyClicks } from './early-click-script';

/** As much of a page as the watch needs: one element, which is a button or is not. */
class FakePage extends EventTarget {
  declare earlyClick?: EarlyClick;
  isConnected = true;
  isButton = true;

  /** Whether it lies in a part that is still being loaded. */
  isLoading = false;

  closest(selector: string): this | null {
    if (selector === '[data-loading]') return this.isLoading ? this : null;
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

test('the last click on a button is remembered, once', () => {
  const page = watched();
  click(page);
  expect(page.earlyClick?.take()).toBe(page);
  expect(watched().earlyClick?.take()).toBeNull();
});

test('after it was taken nothing is remembered any more', () => {
  const page = watched();
  page.earlyClick?.take();
  click(page);
  expect(page.earlyClick?.take()).toBeNull();
});

test('a click elsewhere, and a button that is gone, are forgotten', () => {
  const page = watched();
  click(page);
  page.isButton = false;
  click(page);
  expect(page.earlyClick?.take()).toBeNull();

  const other = watched();
  click(other);
  other.isConnected = false;
  expect(other.earlyClick?.take()).toBeNull();
});

test('a click in a part that is still being loaded is kept for that part', () => {
  const page = watched();
  page.isLoading = true;
  click(page);
  expect(page.earlyClick?.take(), 'the page is hydrated, but not the part').toBeNull();
  page.isLoading = false;
  expect(page.earlyClick?.take()).toBe(page);
  expect(page.earlyClick?.take()).toBeNull();
});

test('in a hydrated page only clicks in parts that are still being loaded are remembered', () => {
  const page = watched();
  page.earlyClick?.take();
  click(page);
  expect(page.earlyClick?.take()).toBeNull();
  page.isLoading = true;
  click(page);
  page.isLoading = false;
  expect(page.earlyClick?.take()).toBe(page);
});

test('a click that is still on its way to React is left to it', () => {
  const page = watched();
  const event = new Event('click');
  Object.defineProperty(event, 'eventPhase', { value: Event.BUBBLING_PHASE });
  page.dispatchEvent(event);
  expect(page.earlyClick?.take()).toBeNull();
});

test('as a text it needs nothing from outside', () => {
  const page = new FakePage();
  new Function('page', `(${watchEarlyClicks})(page)`)(page);
  click(page);
  expect(page.earlyClick?.take()).toBe(page);
});
