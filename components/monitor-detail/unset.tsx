/** A null, never left blank: the word for it, and what it means. */
export function Unset({ word = 'Not set', meaning }: { word?: string; meaning: string }) {
  return (
    <>
      {word} <span className="text-ink-3">({meaning})</span>
    </>
  );
}
