import { oneOf } from './one-of.ts';

/** The conditions in the order of attention: what needs a person first stands first. */
export const conditions = ['down', 'overdue', 'pending', 'up', 'inactive'] as const;
/** What the product derives for a monitor as of the moment it was read. */
export type Condition = (typeof conditions)[number];
export const conditionSchema = oneOf(conditions);

/** The types the spec knows. Upstream may send others; they are shown as they came. */
export const monitorTypes = ['http', 'https', 'tcp', 'ping'] as const;
