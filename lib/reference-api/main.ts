import { readFileSync } from 'node:fs';
import type { Command } from './command-line.ts';
import { readCommandLine, USAGE } from './command-line.ts';
import { parseFixture } from './fixture.ts';
import type { RunningReferenceApi } from './server.ts';
import { startReferenceApi } from './server.ts';

/** The message for the user: one sentence about the error. */
function explain(error: unknown, command: Command | undefined): string {
  const { message, code } =
    error instanceof Error
      ? { code: '', ...error, message: error.message }
      : { message: String(error), code: '' };
  switch (code) {
    case 'EADDRINUSE':
      return `A port is in use already: ${message.replace(/^.*?(\S+:\d+)$/, '$1')}. Choose another with --port or --control-port.`;
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `Cannot listen on ${command?.host} port ${command?.port}: ${message}.`;
    case 'ENOENT':
    case 'EISDIR':
      return `Cannot read the fixture file ${command?.fixture}.`;
    default:
      return message;
  }
}

async function start(command: Command): Promise<RunningReferenceApi> {
  const { fixture, still, ...rest } = command;
  if (fixture === undefined) return startReferenceApi({ ...rest, alive: !still });
  const text = readFileSync(fixture, 'utf8');
  try {
    return await startReferenceApi({ ...rest, organizations: parseFixture(text) });
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new Error(
      `The fixture file ${fixture} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function summary(running: RunningReferenceApi): string {
  const { api, baseUrl, apiKey, controlUrl } = running;
  const lines = [
    `Reference API  ${baseUrl}`,
    `API key        ${apiKey}`,
    `Organization   ${api.organization().name}, ${api.organization().inventory.size} monitors`,
    ...(controlUrl === null ? [] : [`Faults         ${controlUrl}/faults`]),
    '',
    `curl -i -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/monitors?per_page=2'`,
  ];
  return lines.join('\n');
}

async function main(args: readonly string[]): Promise<void> {
  let command: Command | undefined;
  try {
    command = readCommandLine(args);
    if (command.help) {
      console.log(USAGE);
      return;
    }
    const running = await start(command);
    console.log(summary(running));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
  } catch (error) {
    console.error(explain(error, command));
    if (command === undefined) console.error('--help lists the options.');
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
