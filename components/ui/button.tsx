import type { ComponentProps } from 'react';

const shape =
  'inline-flex h-[30px] shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border text-sm transition-colors duration-100 [&_svg]:size-3.5 [&_svg]:shrink-0';
const variants = {
  outline:
    'border-line bg-surface px-2.5 text-ink-2 not-disabled:not-aria-disabled:hover:border-line-strong not-disabled:not-aria-disabled:hover:text-ink disabled:text-ink-3 disabled:opacity-50 aria-disabled:text-ink-3 aria-disabled:opacity-50 data-popup-open:border-line-strong data-popup-open:text-ink',
  ghost: 'border-transparent bg-transparent px-2 text-ink-2 enabled:hover:bg-raised enabled:hover:text-ink',
} as const;

/** The class names of a button, for elements with its style (links, Base UI triggers). */
export function buttonClass(variant: keyof typeof variants = 'outline', square = false): string {
  return `${shape} ${variants[variant]} ${square ? 'w-[30px] !px-0' : ''}`;
}

/** The class names of a header button, without its width. */
export const headerButtonClass =
  'inline-flex h-[26px] shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface text-ink-2 text-xs transition-colors duration-100 hover:border-line-strong hover:text-ink data-popup-open:border-line-strong';

type ButtonProps = ComponentProps<'button'> & { variant?: keyof typeof variants; square?: boolean };

/** A `button` element in one of the variants. `square` is for an icon without text. */
export function Button({ variant = 'outline', square = false, className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${buttonClass(variant, square)} ${className}`} {...rest} />;
}
