/** The command-line arguments of Chromium in tests and benchmarks. */
export const launchArguments = [
  // In containers we run as root, where Chromium's sandbox cannot start. Only our own pages are opened.
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
