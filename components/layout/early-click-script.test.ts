import { beforeEach, expect, test, vi } from 'vitest';
import { type EarlyClick, watchEarlyClicks } from './early-click-script';

/** Stands for the page and for the clicked element, so that one object can dispatch a click and be its target. */
class FakePage extends EventTarget {
  declare earlyClick?: EarlyClick;
  isConnected = true;
  isButton = true;

  /** Whether the element is in a `[data-loading]` section, which is not hydrated yet. */
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

test('take() returns the last clicked button, or null if none was clicked', () => {
  const page = watched();
  click(page);
  expect(page.earlyClick?.take()).toBe(page);
  expect(watched().earlyClick?.take()).toBeNull();
});

test('after take(), when the page is hydrated, clicks are no longer recorded', () => {
  const page = watched();
  page.earlyClick?.take();
  click(page);
  expect(page.earlyClick?.take()).toBeNull();
});

test('a recorded click is discarded by a click beside buttons, and by the removal of the button', () => {
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

test('a click in a section that is still loading is kept for that section', () => {
  const page = watched();
  page.isLoading = true;
  click(page);
  expect(page.earlyClick?.take(), 'the page is hydrated, but the section is not').toBeNull();
  page.isLoading = false;
  expect(page.earlyClick?.take()).toBe(page);
  expect(page.earlyClick?.take()).toBeNull();
});

test('in a hydrated page only clicks in sections that are still loading are recorded', () => {
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
