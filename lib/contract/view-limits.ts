// A separate module without schemas, because the first load of a page contains none.

/** Maximum number of views in a browser, and in a views file. */
export const MAX_VIEWS = 50;
/** Maximum length of a view's name, characters. */
export const MAX_VIEW_NAME = 60;
