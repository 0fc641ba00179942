import 'server-only';
import type { UsageSample } from '@/lib/contract/usage';
import { DAY_MS } from '../../contract/history-days.ts';
import type { Tables } from '../storage/database.ts';
import type { QuotaState } from './quota-state.ts';
import type { QuotaWindow } from './quota-window.ts';

const SAMPLE_MS = 60_000;
const SHOWN_MS = 7 * DAY_MS;
/** Number of samples that are kept: those of 7 days. Their times delete nothing, because a clock can be wrong for a while. */
export const SAMPLES_MAX = SHOWN_MS / SAMPLE_MS;
/** Without viewers there is a response every 15 minutes; a gap means that two of them are missing. */
const GAP_MS = 35 * 60_000;
/** Number of samples in the usage chart: of the last day, and of the days before. */
const RECENT_COUNT = 120;
const OLDER_COUNT = 80;

/** Both quotas at one moment; `at`: epoch ms. */
export type Sample = Tables['usage_sample'];

/** Returns both quotas as last reported. @param spent number of requests that is added to both remaining counters */
export function sampleOf(
  { daily, monthly }: Pick<QuotaState, 'daily' | 'monthly'>,
  at: number,
  spent = 0,
): Sample {
  const left = ({ remaining }: QuotaWindow) => (remaining === null ? null : remaining + spent);
  return { at, daily_remaining: left(daily), monthly_remaining: left(monthly) };
}

/** Returns the last samples in the order in which they came, with a new one, unless the last one is less than a minute older. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  // The clock may have been set back (row 32).
  if (last && sample.at >= last.at && sample.at - last.at < SAMPLE_MS) return samples;
  return [...samples, sample].slice(-SAMPLES_MAX);
}

/** Returns the samples of the last 7 days, the oldest first, without those of a clock that was ahead. @param now epoch ms */
export function recentSamples(samples: readonly Sample[], now: number): Sample[] {
  const recent = samples.filter(({ at }) => at > now - SHOWN_MS && at < now + SAMPLE_MS);
  return recent.sort((one, other) => one.at - other.at);
}

/**
 * Returns the samples for the usage chart: about 120 of the last day and 80 of the days before, evenly distributed. Both samples
 * at each rise (a reset) and at each gap are kept, so that a line between two neighbours always shows an observed decrease.
 */
export function samplesForDisplay(samples: readonly Sample[]): UsageSample[] {
  const [from, to] = [samples.at(0)?.at ?? 0, samples.at(-1)?.at ?? 0];
  const since = Math.max(from, to - DAY_MS);
  const [recentMs, olderMs] = [(to - since) / RECENT_COUNT, (since - from) / OLDER_COUNT];
  const stepOf = ({ at }: Sample) => Math.floor(at / (at > since ? recentMs : olderMs));
  return samples.flatMap((sample, index) => {
    const [before, after] = [samples[index - 1], samples[index + 1]];
    const isBetween = before && after && !isBreak(before, sample) && !isBreak(sample, after);
    if (isBetween && stepOf(before) === stepOf(sample)) return [];
    const at = new Date(sample.at).toISOString();
    return { ...sample, at, after_gap: before !== undefined && isGap(before, sample) };
  });
}

function isGap(before: Sample, after: Sample): boolean {
  return after.at - before.at > GAP_MS;
}

function isBreak(before: Sample, after: Sample): boolean {
  const rises = (name: 'daily_remaining' | 'monthly_remaining') =>
    (after[name] ?? 0) > (before[name] ?? Number.POSITIVE_INFINITY);
  return isGap(before, after) || rises('daily_remaining') || rises('monthly_remaining');
}
