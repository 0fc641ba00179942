import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, useState } from 'react';

/**
 * The selection of one of the periods of a chart, by pointer or as a slider by keyboard.
 *
 * @param count the number of periods, from left to right; at least one
 * @param label the accessible name of the slider
 * @param labelOf describes a period by its index
 * @returns the index of the selected period, null for none; and the props of the element that contains the periods
 */
export function usePeriodSlider(
  count: number,
  label: string,
  labelOf: (index: number) => string,
): { selected: number | null; sliderProps: HTMLAttributes<HTMLDivElement> } {
  const [chosen, setSelected] = useState<number | null>(null);
  const last = count - 1;
  const selected = chosen === null ? null : Math.min(chosen, last);

  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * count);
    setSelected(Math.min(Math.max(place, 0), last));
  };
  const step = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, selected ?? last, last);
    if (next === null) return;
    event.preventDefault();
    setSelected(next);
  };
  return {
    selected,
    sliderProps: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 1,
      'aria-valuemax': count,
      'aria-valuenow': (selected ?? last) + 1,
      'aria-valuetext': labelOf(selected ?? last),
      onPointerMove: pointAt,
      onPointerDown: pointAt,
      onPointerLeave: () => setSelected(null),
      onFocus: () => setSelected((one) => one ?? last),
      onBlur: () => setSelected(null),
      onKeyDown: step,
    },
  };
}

/** The index that a key moves to; null for other keys. @param last the index of the last period */
function nextIndex(key: string, index: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}
