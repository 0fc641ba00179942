export function Logo() {
  return (
    <svg
      viewBox="0 0 18 18"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      className="size-[18px] text-accent"
    >
      <path d="M1.5 9S4.5 3.8 9 3.8 16.5 9 16.5 9 13.5 14.2 9 14.2 1.5 9 1.5 9Z" />
      <circle cx="9" cy="9" r="2.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
