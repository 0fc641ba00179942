import { beforeEach, describe, expect, it } from 'vitest';
import { keepNewestUrl } from './keep-newest-url.ts';

/** A window at /monitors, as far as `keepNewestUrl` uses it. */
function createWindow() {
  const location = { href: 'https://sightline.example/monitors' };
  /** The states written, in order. */
  const states: unknown[] = [];
  const write = (state: unknown, _unused: string, url?: string | URL | null) => {
    location.href = new URL(url ?? location.href, location.href).href;
    states.push(state);
  };
  return { location, history: { pushState: write, replaceState: write }, states };
}

describe('keepNewestUrl', () => {
  const page = null;
  const router = { __NA: true };
  let window: ReturnType<typeof createWindow>;
  const search = () => new URL(window.location.href).search;

  beforeEach(() => {
    window = createWindow();
    keepNewestUrl(window);
  });

  it('ignores the router when it commits an older URL', () => {
    window.history.pushState(page, '', '?sort=name');
    window.history.pushState(page, '', '?sort=name&order=desc');
    window.history.replaceState(router, '', '/monitors?sort=name');
    expect(search()).toBe('?sort=name&order=desc');
    window.history.replaceState(router, '', '/monitors');
    expect(search()).toBe('?sort=name&order=desc');
  });

  it('lets the router write the newest URL, with its own state', () => {
    window.history.pushState(page, '', '?sort=name');
    window.history.replaceState(router, '', '/monitors?sort=name');
    expect(search()).toBe('?sort=name');
    expect(window.states.at(-1)).toBe(router);
  });

  it('lets the router write a URL that the page has not written', () => {
    window.history.pushState(page, '', '?sort=name');
    window.history.replaceState(router, '', '/monitors/1');
    expect(window.location.href).toMatch(/1$/);
  });

  it('lets the router navigate back to an older URL, and write it afterwards', () => {
    window.history.pushState(page, '', '?sort=name');
    window.history.pushState(page, '', '?sort=type');
    window.history.pushState(router, '', '/monitors?sort=name');
    window.history.replaceState(router, '', '/monitors?sort=name');
    expect(search()).toBe('?sort=name');
    window.history.replaceState(router, '', '/monitors');
    expect(search()).toBe('');
  });

  it('keeps the entry of a Back when the router commits a change that was made before it', () => {
    window.history.pushState(page, '', '?sort=name');
    window.location.href = 'https://sightline.example/monitors';
    window.history.replaceState(router, '', '/monitors?sort=name');
    expect(search()).toBe('');
  });

  it('lets the page return to an older URL while the newer one is being rendered', () => {
    window.history.pushState(page, '', '?q=a');
    window.history.replaceState(page, '', '?q=ab');
    window.history.replaceState(page, '', '?q=a');
    window.history.replaceState(router, '', '/monitors?q=a');
    window.history.replaceState(router, '', '/monitors?q=ab');
    expect(search()).toBe('?q=a');
  });
});
