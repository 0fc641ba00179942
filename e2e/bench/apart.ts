import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { z } from 'zod';

/**
 * Runs a script in a process of its own, so that its work takes no time from who measures. It gets the task as its
 * first message, sends one back and ends.
 *
 * @throws Error when it ends without an answer; why stands on the standard error
 */
export async function runApart<T>(script: URL, task: object, answerSchema: z.ZodType<T>): Promise<T> {
  const child = fork(script, { execArgv: [] });
  let answer: unknown;
  child.once('message', (message) => {
    answer = message;
  });
  child.send(task);
  const [code] = await once(child, 'exit');
  if (answer === undefined) throw new Error(`${script.pathname} ended with code ${code} and no answer.`);
  return answerSchema.parse(answer);
}

/** The script's side: does the task, sends the answer and ends. @throws ZodError when the task is another one */
export function answerTask<T>(taskSchema: z.ZodType<T>, work: (task: T) => Promise<object>): void {
  process.once('message', async (message) => {
    process.send?.(await work(taskSchema.parse(message)));
    process.disconnect?.();
  });
}
