import * as z from 'zod/mini';
import { documented, number, text, timeOrNull } from './documented.ts';
import { listMetaSchema } from './responses.ts';

/** The topics of the rules, the most serious first. */
export const reviewTopics = ['cannot_work', 'not_watched', 'weak', 'noise'] as const;

/** The data that a rule needs. `history`: what Sightline has observed. */
const reviewNeeds = ['list', 'settings', 'history'] as const;

/** How many of the monitors that a rule names are in the response. */
export const REVIEW_MONITORS_MAX = 3;

const reviewedRuleSchema = documented(
  z.object({
    rule: text('For the parameter rule of GET /api/monitors.'),
    topic: z.enum(reviewTopics),
    title: z.string(),
    why: text('Why it matters.'),
    count: number(
      'Monitors that the rule names. A rule of the topic cannot_work names only monitors whose last check failed as the rule says.',
    ),
    monitors: documented(
      z.array(z.object({ monitor_uuid: z.string(), name: z.string() })),
      `The first of them, at most ${REVIEW_MONITORS_MAX}.`,
    ),
    since: timeOrNull(
      'With the parameter monitor, for a rule about how long a state lasts: the latest time at which it can have begun.',
    ),
    unknown: number('Monitors that lack a fact that the rule needs: nobody knows whether it names them.'),
    needs: documented(
      z.enum(reviewNeeds),
      'What the rule has to know of a monitor: the fields of the list, its settings, or the observed history.',
    ),
    query: text('The query of GET /api/monitors that lists the named monitors.'),
  }),
  'A rule of the review, and how many monitors it names.',
);
export type ReviewedRule = z.infer<typeof reviewedRuleSchema>;

/** Response body of `GET /api/review`. */
export const reviewSchema = documented(
  z.object({
    data: z.array(reviewedRuleSchema),
    meta: z.extend(listMetaSchema, {
      monitors: number('All monitors that were judged.'),
      settings_known: number('How many of them have known settings.'),
      settings_outdated: number(
        'Those of them that were modified since their settings were read: rules about settings do not name them.',
      ),
      observed_from: timeOrNull('Since when the history was observed; null: it is not.'),
      rules_off: documented(
        z.array(z.string()),
        'The titles of the rules that the operator has switched off: they are not in data.',
      ),
    }),
  }),
  'The rules of the review, the most serious first.',
);
export type Review = z.infer<typeof reviewSchema>;
