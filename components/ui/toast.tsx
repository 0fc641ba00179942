/**
 * A live region that floats at the bottom of the window and shows the outcome of an action; null for none.
 */
export function Toast({ message }: { message: string | null }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-26 z-30 flex justify-center px-4 max-sm:bottom-22"
    >
      {message === null ? null : (
        <p className="line-clamp-3 max-w-[560px] rounded-lg border border-line-strong bg-surface px-3 py-1.5 text-ink shadow-popup [overflow-wrap:anywhere]">
          {message}
        </p>
      )}
    </div>
  );
}
