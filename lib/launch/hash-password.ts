/**
 * Prints the hash of a password for SIGHTLINE_PASSWORD_HASH: `npm run --silent hash-password`. The password
 * is read from the terminal without echo, or from standard input if that is not a terminal.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hashPassword } from '../server/auth/password-hash.ts';

const PASSWORD_MIN = 12;

/** Prompts on the terminal without echo. */
async function prompt(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const input = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return input;
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const password = await prompt('Password: ');
    if ((await prompt('Repeat password: ')) === password) return password;
    exitWithError('The passwords don’t match.');
  }
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text.replace(/\r?\n$/, '');
}

function exitWithError(message: string): never {
  console.error(message);
  process.exit(1);
}

const password = await readPassword();
if (password.length < PASSWORD_MIN)
  exitWithError(`Use at least ${PASSWORD_MIN} characters. This password is shared by all users.`);
console.log(await hashPassword(password));
