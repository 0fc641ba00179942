import 'server-only';
import type { Logger } from 'pino';
import type { TeamView, ViewsProblem } from '../../contract/views.ts';
import type { Clock } from '../clock.ts';
import { watchFile } from '../watched-file.ts';
import { parseViewsFile, type ViewsFile } from './views-file.ts';

const none: ViewsFile = { views: [], rulesOff: new Set() };

export type TeamViews = Awaited<ReturnType<typeof openViews>>;

/**
 * Returns the views of a file, which follow the file. A wrong file starts the product without views.
 *
 * @param parts.path null: there is no file
 * @param parts.rules the ids of the rules of the review
 * @throws ConfigError when the file cannot be read now
 */
export async function openViews(parts: {
  path: string | null;
  read: (path: string) => Promise<string>;
  rules: readonly string[];
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}) {
  const { path, read, rules, clock, log } = parts;
  let file = none;
  let problems: readonly ViewsProblem[] = [];

  function changed(text: string): void {
    const parsed = parseViewsFile(text, rules);
    problems = parsed.problems;
    for (const problem of problems) log.warn(problem, 'the views file is wrong: the last good one stays');
    if (parsed.file === null) return;
    file = parsed.file;
    log.info({ views: file.views.length }, 'read the views file');
  }

  function failed(error: unknown): void {
    problems = [{ line: null, message: 'It cannot be read.' }];
    log.warn({ err: error }, 'the views file cannot be read: the last good one stays');
  }

  const setting = 'SIGHTLINE_VIEWS_FILE';
  if (path !== null) await watchFile({ setting, path, read, clock, changed, failed });
  return {
    all: () => file.views,
    /** The view with this name, without regard to case. */
    find(name: string): TeamView | undefined {
      const wanted = name.toLowerCase();
      return file.views.find((view) => view.name.toLowerCase() === wanted);
    },
    /** The rules of the review that are switched off. */
    rulesOff: () => file.rulesOff,
    /** The problems of the file. While there are any, its last correct version stays in force. */
    problems: () => problems,
  };
}
