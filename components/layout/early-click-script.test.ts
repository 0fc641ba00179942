import { beforeEach, expect, test, vi } from 'vitest';
import { type EarlyClick, watchEarlyClicks } from './early-click-script';

/** A minimal page for `watchEarlyClicks`: one element, which may be a button. */
class FakePage extends EventTarget {
  declare earlyClick?: EarlyClick;
  isConnected = true;
  isButton = true;

  /** Whether the element is in a part that is still loading. */
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

test('take() returns the last clicked button once', () => {
  const page = watched();
  click(page);
  expect(page.earlyClick?.take()).toBe(page);
  expect(watched().earlyClick?.take()).toBeNull();
});

test('after take() no clicks are recorded', () => {
  const page = watched();
  page.earlyClick?.take();
  click(page);
  expect(page.earlyClick?.take()).toBeNull();
});

test('a click elsewhere, or removing the button, discards the click', () => {
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

test('a click in a part that is still loading is kept for that part', () => {
  const page = watched();
  page.isLoading = true;
  click(page);
  expect(page.earlyClick?.take(), 'the page is hydrated, but the part is not').toBeNull();
  page.isLoading = false;
  expect(page.earlyClick?.take()).toBe(page);
  expect(page.earlyClick?.take()).toBeNull();
});

test('in a hydrated page only clicks in parts that are still loading are recorded', () => {
  const page = watched();
  page.earlyClick?.take();
  click(page);
  expect(page.earlyClick?.take()).toBeNull();
  page.isLoading = true;
  click(page);
  page.isLoading = false;
  expect(page.earlyClick?.take()).toBe(page);
});

test('a click that is still being dispatched is left to React', () => {
  const page = watched();
  const event = new Event('click');
  Object.defineProperty(event, 'eventPhase', { value: Event.BUBBLING_PHASE });
  page.dispatchEvent(event);
  expect(page.earlyClick?.take()).toBeNull();
});

test('the serialized function has no references to outer scope', () => {
  const page = new FakePage();
  new Function('page', `(${watchEarlyClicks})(page)`)(page);
  click(page);
  expect(page.earlyClick?.take()).toBe(page);
});
