/** The purposes of hashes. Each has its number, so that the hashes of one monitor are independent of each other. */
const HASH_PURPOSES = {
  uuid: 1,
  lifespan: 11,
  birthday: 12,
  editPeriod: 13,
  editPhase: 14,
  health: 21,
  service: 22,
  domain: 23,
  address: 24,
  setting: 26,
  interval: 31,
  description: 32,
  timeout: 33,
  maintenance: 34,
  activity: 35,
  firstCheck: 41,
  checkPhase: 42,
  outage: 43,
  latency: 44,
  overdue: 45,
} as const;
export type HashPurpose = keyof typeof HASH_PURPOSES;

function mix(value: number): number {
  let h = value;
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  h ^= h >>> 16;
  return h >>> 0;
}

function chain(seed: number, purpose: number, slot: number, a: number): number {
  const h = mix(mix(mix(seed ^ 0x9e3779b9) ^ purpose) ^ slot);
  return mix(h ^ Math.imul(a, 0x9e3779b1));
}

/** Returns a uniformly distributed unsigned 32-bit number, a pure function of its integer arguments. */
export function hash(seed: number, purpose: HashPurpose, slot: number, a = 0, b = 0): number {
  return mix(chain(seed, HASH_PURPOSES[purpose], slot, a) ^ Math.imul(b, 0x85ebca6b));
}

/** Returns the hash as a fraction: 0 <= fraction < 1. */
export function fraction(seed: number, purpose: HashPurpose, slot: number, a = 0, b = 0): number {
  return hash(seed, purpose, slot, a, b) / 0x1_0000_0000;
}

export type Choices<T> = readonly [T, ...T[]];

/** Returns the choice at a fraction of the list; a choice that is listed twice is twice as likely. */
export function pick<T>(choices: Choices<T>, at: number): T {
  const choice = choices[Math.floor(at * choices.length)];
  // Not `??`, because null is a valid choice.
  return choice === undefined ? choices[0] : choice;
}

/** Returns a UUID in the format of version 4, from four hashes. */
export function generateUuid(seed: number, slot: number, generation: number): string {
  const hex = [0, 1, 2, 3]
    .map((n) =>
      chain(seed, HASH_PURPOSES.uuid + n, slot, generation)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
