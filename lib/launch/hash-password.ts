/**
 * Prints the hash of a password for SIGHTLINE_PASSWORD_HASH: `npm run --silent hash-password`. The password is read
 * without echo, or from standard input when that is no terminal.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hashPassword } from '../server/access/password-hash.ts';

const SHORTEST = 12;

/** Asks on the terminal without echo. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer;
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const password = await ask('Password: ');
    return (await ask('Repeat password: ')) === password ? password : stop('The passwords don’t match.');
  }
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text.replace(/\r?\n$/, '');
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const password = await readPassword();
if (password.length < SHORTEST)
  stop(`Use at least ${SHORTEST} characters. This password is shared by all users.`);
console.log(await hashPassword(password));
