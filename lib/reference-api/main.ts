import { readFileSync } from 'node:fs';
import { readCommandLine, USAGE } from './command-line.ts';
import type { OrganizationInput } from './fixture.ts';
import { parseFixture } from './fixture.ts';
import { startReferenceApi } from './server.ts';

function readFixture(file: string): OrganizationInput[] {
  try {
    return parseFixture(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The fixture file ${file} cannot be used: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function main(args: readonly string[]): Promise<void> {
  const { help, fixture, options } = readCommandLine(args);
  if (help) {
    console.log(USAGE);
    return;
  }
  const running = await startReferenceApi(
    fixture === undefined ? options : { ...options, organizations: readFixture(fixture) },
  );
  const { api, baseUrl, apiKey, controlUrl } = running;
  console.log(`Reference API  ${baseUrl}`);
  console.log(`API key        ${apiKey}`);
  console.log(`Organization   ${api.organization().name}, ${api.organization().monitors().length} monitors`);
  if (controlUrl !== null) console.log(`Faults         ${controlUrl}/faults`);
  console.log(`\ncurl -i -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/monitors?per_page=2'`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  console.error('--help lists the options.');
  process.exitCode = 1;
}
