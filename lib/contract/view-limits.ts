// A module of its own, because the first load has no schemas.

/** Maximum number of views of a person, and of a team. */
export const MAX_VIEWS = 50;
/** Maximum length of a view's name, characters. */
export const MAX_VIEW_NAME = 60;
