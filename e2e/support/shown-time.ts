/**
 * The source of a pattern for a time as pages show it: "14:05", or "21 Nov, 14:05" where it is of another day. Tests also run
 * around midnight.
 */
export const shownTime = String.raw`(\d{1,2} \w{3}( \d{4})?, )?\d\d:\d\d`;
