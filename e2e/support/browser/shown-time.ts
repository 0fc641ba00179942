/**
 * The source of a pattern for a time as pages show it: "14:05", or with the day where it is of another one: "21 Nov, 14:05",
 * "21 Sept 2025, 14:05". Tests also run around midnight.
 */
export const shownTime = String.raw`(\d{1,2} \w{3,4}( \d{4})?, )?\d\d:\d\d`;
