import { isolated } from '@/components/ui/isolated';
import type { Review, ReviewedRule } from '@/lib/contract/review';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';

export const topicTitles: Record<ReviewedRule['topic'], string> = {
  cannot_work: 'Down, probably badly set up',
  not_watched: 'Stopped or forgotten',
  weak: 'Checks little',
  noise: 'May cause noise',
};

/** The number of monitors that a rule cannot judge, and why; null: it can judge all. @param monitors the number of all */
export function unknownMessage(
  { unknown, needs }: Pick<ReviewedRule, 'unknown' | 'needs'>,
  monitors: number,
): string | null {
  if (unknown === 0) return null;
  return `${unknownTexts[needs]} ${formatInteger(unknown)} of ${formatInteger(monitors)}`;
}

const unknownTexts: Record<ReviewedRule['needs'], string> = {
  list: 'Not known for',
  settings: 'Present settings not known for',
  history: 'Not observed for long enough:',
};

export function monitorsMessage(count: number): string {
  return `${formatInteger(count)} ${count === 1 ? 'monitor' : 'monitors'}`;
}

/** "Shop · Blog · 5 more" @param count the number of all */
export function namesMessage(names: readonly string[], count: number): string {
  const rest = count - names.length;
  const shown = names.map((name) => isolated(visibleName(name) ?? '(no name)'));
  return (rest === 0 ? shown : [...shown, `${formatInteger(rest)} more`]).join(' · ');
}

export function settingsMessage({ settings_known, settings_outdated, monitors }: Review['meta']): string {
  const known = settings_known === monitors ? 'all' : `${formatInteger(settings_known)} of`;
  const outdated =
    settings_outdated === 0
      ? ''
      : `, of ${formatInteger(settings_outdated)} only as they were before an edit`;
  return `Settings known for ${known} ${monitorsMessage(monitors)}${outdated}.`;
}

/** Which rules the operator has switched off; null: none. */
export function offMessage({ rules_off: titles }: Review['meta']): string | null {
  if (titles.length === 0) return null;
  const count = titles.length === 1 ? '1 rule is' : `${titles.length} rules are`;
  return `${count} switched off by the views file: ${titles.join(' · ')}.`;
}

export function quietMessage(rules: readonly ReviewedRule[]): string {
  const count = `${rules.length} ${rules.length === 1 ? 'rule names' : 'rules name'} no monitor`;
  const uncertain = rules.filter(({ unknown }) => unknown > 0).length;
  if (uncertain === 0) return `All well: ${count}`;
  const which =
    uncertain === rules.length ? 'they lack' : `${uncertain} of them ${uncertain === 1 ? 'lacks' : 'lack'}`;
  return `${count}; ${which} facts about some monitors`;
}
