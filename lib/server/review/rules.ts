import 'server-only';
import { reviewTopics } from '../../contract/review.ts';
import { addressRules } from './address-rules.ts';
import { comparingRules } from './comparing-rules.ts';
import type { Rule } from './rule.ts';
import { settingsRules } from './settings-rules.ts';
import { stateRules } from './state-rules.ts';

const all = [...settingsRules, ...addressRules, ...stateRules, ...comparingRules];

/** All rules of the review, by topic, the most serious first. */
export const rules: readonly Rule[] = reviewTopics.flatMap((topic) =>
  all.filter((rule) => rule.topic === topic),
);
