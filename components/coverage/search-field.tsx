/** A field that filters a list while somebody types. */
export function SearchField(props: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const { label, onChange, ...field } = props;
  return (
    <input
      type="search"
      aria-label={label}
      onChange={({ target }) => onChange(target.value)}
      className="h-[30px] w-64 max-w-full rounded-md border border-line bg-canvas px-2.5 max-sm:w-full text-ink text-sm placeholder:text-ink-3 max-sm:text-[16px]"
      {...field}
    />
  );
}
