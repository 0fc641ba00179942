import { conditions } from '../conditions.ts';

const anyValue = (example: string) => ({ example, pattern: /^/, rule: 'a value' });
const oneOf = (values: readonly string[], example: string) => ({
  example,
  values,
  pattern: new RegExp(`^(${values.join('|')})$`),
  rule: `one of ${values.join(', ')}`,
});
/** `isAge`: the time since an event. It grows all the time, so it can be compared, but it equals no value. */
const duration = (example: string, { isAge = true, values = [] as readonly string[] } = {}) => ({
  example,
  values,
  isAge,
  pattern: new RegExp(`^(\\d{1,7}(ms|s|m|h|d)${values.map((value) => `|${value}`).join('')})$`),
  rule: `a duration with its unit (ms, s, m, h or d)${values.map((value) => ` or ${value}`).join('')}`,
});

const conditionsAndFlags = [...conditions, 'active', 'maintenance', 'flapping'] as const;

/** Other words for a condition: the list labels a pending monitor "Never checked". */
export const otherConditionNames: ReadonlyMap<string, string> = new Map([
  ['never', 'pending'],
  ['checked', 'pending'],
  ['paused', 'inactive'],
]);

/** The fields that a word of a search can name, in the order of the help. */
export const searchFields = {
  is: { help: 'Condition, or active, maintenance, flapping', ...oneOf(conditionsAndFlags, 'is:down') },
  name: { help: 'Part of the name', ...anyValue('name:"order db"') },
  target: { help: 'Part of the target, address or network', ...anyValue('target:10.1.0.0/16') },
  description: { help: 'Part of the description', ...anyValue('description:on-call') },
  type: { help: 'Type', ...anyValue('type:tcp') },
  region: { help: 'Region that checks the monitor', ...anyValue('region:fra1') },
  port: {
    help: 'Port that is checked',
    example: 'port:443',
    pattern: /^(0|[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    rule: 'a port, 0 to 65535',
  },
  since: { help: 'Time in its condition', ...duration('since<1h') },
  checked: { help: 'Time since the last check', ...duration('checked>10m') },
  response: { help: 'Response time of the last check', ...duration('response>500ms') },
  interval: { help: 'Time between two checks', ...duration('interval>5m', { isAge: false }) },
  method: { help: 'HTTP method', ...anyValue('method:POST') },
  code: {
    help: 'Expected status code',
    example: 'code:5xx',
    pattern: /^(\d{1,9}|[1-9]xx|none|default|unknown)$/,
    rule: 'a status code, a class such as 5xx, none, default or unknown',
  },
  redirects: {
    help: 'Whether redirects are followed',
    ...oneOf(['true', 'false', 'default', 'unknown'], 'redirects:false'),
  },
  timeout: {
    help: 'Timeout of a check',
    ...duration('timeout>10s', { isAge: false, values: ['default', 'unknown'] }),
  },
} as const;

export type SearchField = keyof typeof searchFields;
export const isSearchField = (name: string): name is SearchField => Object.hasOwn(searchFields, name);
/** The fields whose values are an organization's own texts. */
export const freeFields: readonly SearchField[] = ['name', 'target', 'description', 'type', 'region'];
export const searchFieldNames = Object.keys(searchFields).filter(isSearchField);

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
type Unit = keyof typeof UNIT_MS;
const isUnit = (name: string): name is Unit => Object.hasOwn(UNIT_MS, name);
const units = Object.keys(UNIT_MS).filter(isUnit);

/** Parses "90s" to milliseconds; null for other texts. */
export function readDuration(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,7})([a-z]+)$/.exec(text) ?? [];
  return count === undefined || !isUnit(unit) ? null : Number(count) * UNIT_MS[unit];
}

/** Writes milliseconds in the largest unit that needs no fraction: 300000 → "5m". */
export function printDuration(ms: number): string {
  const unit = units.find((name) => ms >= UNIT_MS[name] && ms % UNIT_MS[name] === 0) ?? 'ms';
  return `${ms / UNIT_MS[unit]}${unit}`;
}
