/** What Chromium is started with, in tests and in benchmarks. */
export const launchArguments = [
  // Containers run as root, where Chromium's sandbox cannot start. Our own pages only are opened.
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
