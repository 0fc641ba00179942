/**
 * Loaded into a product before anything else (hour-later.ts): at each SIGUSR2 its clocks, the wall's and the
 * monotonic one, are an hour further on. So the real limits of the production build are tested, without waiting.
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
