import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  useState,
} from 'react';

/**
 * The selection of one of the periods of a chart, by pointer or as a slider by keyboard.
 *
 * @param count the number of periods, from left to right; at least one
 * @param label the accessible name of the slider
 * @param labelOf describes a period by its index
 * @param onChoose called with the index at a click, Enter or Space
 * @returns the index of the selected period, null for none; and the props of the element that contains the periods
 */
export function usePeriodSlider(
  count: number,
  label: string,
  labelOf: (index: number) => string,
  onChoose?: (index: number) => void,
): { selected: number | null; sliderProps: HTMLAttributes<HTMLDivElement> } {
  const [chosen, setSelected] = useState<number | null>(null);
  const last = count - 1;
  const selected = chosen === null ? null : Math.min(chosen, last);

  const placeOf = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * count);
    return Math.min(Math.max(place, 0), last);
  };
  const pointAt = (event: MouseEvent<HTMLElement>) => setSelected(placeOf(event));
  const step = (event: KeyboardEvent) => {
    if (onChoose && selected !== null && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onChoose(selected);
    }
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
      onClick: (event) => onChoose?.(placeOf(event)),
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

/** Where the description of a period stands: from its left edge to the right, or from its right edge to the left, as CSS. */
export function besidePeriod(index: number, count: number): CSSProperties {
  const [before, after] = [(index / count) * 100, ((count - index - 1) / count) * 100];
  return before < after
    ? { left: `${before}%`, maxWidth: `${100 - before}%` }
    : { right: `${after}%`, maxWidth: `${100 - after}%` };
}
