/** One way in which a system brings a Chromium. The commands run in order; a later one may succeed where an earlier one failed. */
export interface PackageManager {
  /** The program that must be on PATH for this row to count. */
  program: string;
  /** True when the commands must run as root, directly or through sudo without a password. */
  needsRoot: boolean;
  commands: readonly (readonly string[])[];
}

const quietApt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];

export const packageManagers: readonly PackageManager[] = [
  {
    program: 'apt-get',
    needsRoot: true,
    commands: [
      [...quietApt, 'update'],
      // The lock may be held by a machine's first-boot update: wait for it, but not forever.
      [...quietApt, '-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', 'chromium'],
    ],
  },
  { program: 'dnf', needsRoot: true, commands: [['dnf', 'install', '-y', 'chromium']] },
  { program: 'apk', needsRoot: true, commands: [['apk', 'add', '--no-cache', 'chromium']] },
  { program: 'brew', needsRoot: false, commands: [['brew', 'install', '--cask', 'google-chrome']] },
];
