/**
 * Preloaded into the product by movable-clock.ts: each SIGUSR2 sets the wall clock and the monotonic clock an hour
 * forward, so that the real time limits of the production build can be tested without waiting.
 */
const HOUR_MS = 3_600_000;
let hours = 0;

const now = Date.now.bind(Date);
const monotonic = performance.now.bind(performance);
Date.now = () => now() + hours * HOUR_MS;
performance.now = () => monotonic() + hours * HOUR_MS;

process.on('SIGUSR2', () => {
  hours += 1;
  console.log(`clock ahead: ${hours} h.`);
});
