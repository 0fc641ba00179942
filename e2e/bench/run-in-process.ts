import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { z } from 'zod';

/**
 * Runs a script in a separate process, so that its work takes no time from the measuring process. The script receives
 * the task as its first message, sends one message back and exits.
 *
 * @param execArgv options of Node for it
 * @throws Error when it exits without a result; the reason is on the standard error
 */
export async function runInProcess<T>(
  script: URL,
  task: object,
  answerSchema: z.ZodType<T>,
  execArgv: string[] = [],
): Promise<T> {
  const child = fork(script, { execArgv });
  let answer: unknown;
  child.once('message', (message) => {
    answer = message;
  });
  child.send(task);
  const [code] = await once(child, 'exit');
  if (answer === undefined) throw new Error(`${script.pathname} ended with code ${code} and no answer.`);
  return answerSchema.parse(answer);
}

/** The script's side: executes the task, sends the result and disconnects. @throws ZodError when the task is invalid */
export function handleTask<T>(taskSchema: z.ZodType<T>, work: (task: T) => Promise<object>): void {
  process.once('message', async (message) => {
    process.send?.(await work(taskSchema.parse(message)));
    process.disconnect?.();
  });
}
