/** Says at the lower edge of the window what became of a person's request to read now; it takes no room. */
export function ReadNowStatus({ message }: { message: string | null }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex justify-center px-4 max-sm:bottom-16"
    >
      {message === null ? null : (
        <p className="max-w-[560px] rounded-lg border border-line-strong bg-surface px-3 py-1.5 text-ink shadow-popup">
          {message}
        </p>
      )}
    </div>
  );
}
