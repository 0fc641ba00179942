/**
 * A pasted text that is too long for the search, in the room there is. A URL loses what the search does not look at: its
 * fragment, its query.
 */
export function shortenPasted(pasted: string, longest: number): string {
  const text = pasted.trim();
  const bare = /^\S+$/.test(text) ? text.replace(/[?#].*$/, '') : text;
  return (text.length <= longest ? text : bare).slice(0, longest);
}
