import { describe, expect, it, vi } from 'vitest';
import { reloadAfterEarlyBack } from './reload-after-early-back.ts';

function createWindow() {
  const reload = vi.fn();
  return Object.assign(new EventTarget(), { history: {}, location: { reload } });
}

describe('reloadAfterEarlyBack', () => {
  it('reloads while nuqs does not listen', () => {
    const window = createWindow();
    reloadAfterEarlyBack(window);
    window.dispatchEvent(new Event('popstate'));
    expect(window.location.reload).toHaveBeenCalledOnce();
  });

  it('leaves Back to nuqs once it listens', () => {
    const window = createWindow();
    reloadAfterEarlyBack(window);
    window.history = { nuqs: { adapters: ['next/app'] } };
    window.dispatchEvent(new Event('popstate'));
    expect(window.location.reload).not.toHaveBeenCalled();
  });

  it('removes its listener', () => {
    const window = createWindow();
    reloadAfterEarlyBack(window)();
    window.dispatchEvent(new Event('popstate'));
    expect(window.location.reload).not.toHaveBeenCalled();
  });
});
