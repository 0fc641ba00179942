import { conditions } from './conditions.ts';
import {
  type InventoryParameter,
  MAX_FACET_VALUES,
  MAX_PER_PAGE,
  MAX_SEARCH_LENGTH,
  type QueryBreach,
} from './inventory-query.ts';
import { inventorySorts } from './inventory-sorts.ts';

/** What a value of each query parameter must be; completes the phrase "must be". */
const rules: Readonly<Record<InventoryParameter, string>> = {
  q: `at most ${MAX_SEARCH_LENGTH} characters, without control characters`,
  type: '1 to 40 characters',
  condition: `one of ${conditions.join(', ')}`,
  region: '1 to 40 characters',
  is_active: 'true or false',
  maintenance_mode: 'true or false',
  flapping: 'true or false',
  sort: `one of ${inventorySorts.join(', ')}`,
  order: 'asc or desc',
  page: 'a whole number of 1 or more',
  per_page: `a whole number from 1 to ${MAX_PER_PAGE}`,
  facets: 'true or false',
};

const isParameter = (name: string): name is InventoryParameter => Object.hasOwn(rules, name);

/** The predicate of a sentence that begins with the parameter's name: "must be true or false". */
export function breachMessage(parameter: string, breach: QueryBreach): string {
  switch (breach) {
    case 'unknown':
      return 'is not supported';
    case 'value':
      return `must be ${(isParameter(parameter) ? rules[parameter] : undefined) ?? 'something else'}`;
    case 'given_twice':
      return 'can be given only once';
    case 'too_many':
      return `can be given at most ${MAX_FACET_VALUES} times`;
    case 'needs_sort':
      return 'requires sort';
  }
}
