import type { Review, ReviewedRule } from '@/lib/contract/review';
import { formatInteger } from '@/lib/text/format';

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

/** Each rule of them says what it does not know. */
export function quietMessage(rules: readonly ReviewedRule[]): string {
  const count = `${rules.length} ${rules.length === 1 ? 'rule names' : 'rules name'} no monitor`;
  return rules.some(({ unknown }) => unknown > 0) ? `${count}, as far as known` : `All well: ${count}`;
}
