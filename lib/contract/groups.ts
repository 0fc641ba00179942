/**
 * The properties that the list can be grouped by. `host` and `domain` are those of the target; `name` is a part of the name.
 */
export const groupings = ['region', 'type', 'host', 'domain', 'name'] as const;

/** The part of a name before the first separator, or after the last one. */
export const nameParts = ['before', 'after'] as const;
export type NamePart = (typeof nameParts)[number];

/** How monitors are divided. `separator`: null for the whole name. */
export type Grouping =
  | { by: Exclude<(typeof groupings)[number], 'name'> }
  | { by: 'name'; separator: string | null; part: NamePart };

/** Maximum number of characters of a separator. */
export const MAX_SEPARATOR = 5;
/** Maximum number of characters of a group's key. Longer keys are cut off. */
export const MAX_GROUP_KEY = 200;
