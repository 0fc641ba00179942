/**
 * The source of a pattern for a time on a page: "14:05", or with the date of another day: "21 Nov, 14:05", "21 Sept
 * 2025, 14:05". The date is optional, because tests also run around midnight.
 */
export const shownTime = String.raw`(\d{1,2} \w{3,4}( \d{4})?, )?\d\d:\d\d`;
