import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { useId } from 'react';

/** A switch with a label and a hint; it applies at once. */
export function Switch(props: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const { label, hint, checked, onChange } = props;
  const id = useId();
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-2 text-xs">
          {hint}
        </p>
      </div>
      <BaseSwitch.Root
        nativeButton
        render={<button type="button" />}
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onCheckedChange={onChange}
        className="flex h-6 w-10 shrink-0 items-center justify-start rounded-full border border-line-strong bg-raised px-1 transition-colors duration-100 data-checked:justify-end data-checked:border-accent data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-4 rounded-full bg-ink-3 data-checked:bg-surface" />
      </BaseSwitch.Root>
    </div>
  );
}
