import 'server-only';
import { reviewTopics } from '../../contract/review.ts';
import type { Rule } from './rule.ts';
import { settingsRules } from './settings-rules.ts';
import { stateRules } from './state-rules.ts';
import { targetRules } from './target-rules.ts';

const all = [...settingsRules, ...targetRules, ...stateRules];

/** All rules of the review, by topic, the most serious first. */
export const rules: readonly Rule[] = reviewTopics.flatMap((topic) =>
  all.filter((rule) => rule.topic === topic),
);
