/**
 * The properties that the list can be grouped by. `host` and `domain` are those of the target; `name` is a part of the name.
 */
export const groupings = ['region', 'type', 'host', 'domain', 'name'] as const;

/** The places of the parts of a name between its separators. */
export const nameParts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'last'] as const;
export type NamePart = (typeof nameParts)[number];

/** How monitors are divided. */
export type Grouping =
  | { by: Exclude<(typeof groupings)[number], 'name'> }
  | { by: 'name'; separator: string; part: NamePart };

/** Maximum number of characters of a separator. */
export const MAX_SEPARATOR = 5;
/** Maximum number of characters of a group's key. Longer keys are cut off. */
export const MAX_GROUP_KEY = 200;
