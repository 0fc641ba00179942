/**
 * Runs the demo's replicas like `npm run demo`, but without its build: `PORT=3000 node
 * e2e/support/replicas/demo-replicas-process.ts 3`.
 */
import { demoReplicas } from '../../../lib/demo/replicas.ts';

try {
  await demoReplicas(Number(process.argv[2]), { host: '127.0.0.1', port: Number(process.env.PORT) });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
