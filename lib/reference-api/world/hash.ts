/**
 * The purposes of hashes, each with its own number, so that the hashes of one monitor are independent of each other.
 */
export const DRAW = {
  uuid: 1,
  lifespan: 11,
  birthday: 12,
  editPeriod: 13,
  editPhase: 14,
  health: 21,
  service: 22,
  domain: 23,
  address: 24,
  region: 25,
  setting: 26,
  interval: 31,
  description: 32,
  timeout: 33,
  maintenance: 34,
  activity: 35,
  firstCheck: 41,
  jitter: 42,
  outage: 43,
  latency: 44,
  overdue: 45,
} as const;

type Draw = (typeof DRAW)[keyof typeof DRAW];

function mix(value: number): number {
  let h = value;
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  h ^= h >>> 16;
  return h >>> 0;
}

/** Returns a uniformly distributed unsigned 32-bit number, a pure function of its integer arguments. */
export function hash(seed: number, draw: Draw, slot: number, a = 0, b = 0): number {
  let h = mix(seed ^ 0x9e3779b9);
  h = mix(h ^ draw);
  h = mix(h ^ slot);
  h = mix(h ^ Math.imul(a, 0x9e3779b1));
  return mix(h ^ Math.imul(b, 0x85ebca6b));
}

/** Returns the hash as a fraction: 0 <= unit < 1. */
export function unit(seed: number, draw: Draw, slot: number, a = 0, b = 0): number {
  return hash(seed, draw, slot, a, b) / 0x1_0000_0000;
}

/** Returns the choice at a fraction of the list; a choice that is listed twice is twice as likely. */
export function pick<T>(choices: readonly [T, ...T[]], fraction: number): T {
  const choice = choices[Math.floor(fraction * choices.length)];
  // Not `??`, because null is a valid choice.
  return choice === undefined ? choices[0] : choice;
}

/**
 * Returns a UUID in the format of version 4, from four 32-bit lanes. The lane is mixed in before the slot, so that two
 * slots cannot collide in all four lanes.
 */
export function uuidOf(seed: number, slot: number, generation: number): string {
  let hex = '';
  for (let lane = 0; lane < 4; lane++) {
    let h = mix(mix(seed ^ 0x9e3779b9) ^ (DRAW.uuid + lane));
    h = mix(h ^ slot);
    h = mix(h ^ Math.imul(generation, 0x9e3779b1));
    hex += h.toString(16).padStart(8, '0');
  }
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
