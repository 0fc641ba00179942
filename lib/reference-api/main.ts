import { readCommandLine, USAGE } from './command-line.ts';
import { startReferenceApi } from './server.ts';

async function main(args: readonly string[]): Promise<void> {
  const { help, options } = readCommandLine(args);
  if (help) {
    console.log(USAGE);
    return;
  }
  const running = await startReferenceApi(options);
  const { api, baseUrl, apiKey } = running;
  console.log(`Reference API  ${baseUrl}`);
  console.log(`API key        ${apiKey}`);
  console.log(`Organization   ${api.organization().name}, ${api.organization().monitors().length} monitors`);
  console.log(`\ncurl -i -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/monitors?per_page=2'`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('--help lists the options.');
  process.exitCode = 1;
}
