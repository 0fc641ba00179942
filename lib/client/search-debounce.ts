/** The time from the last key in a search field to the request, milliseconds. */
export const SEARCH_DEBOUNCE_MS = 80;
