/**
 * Runs the replicas of the demo, without the build that `npm run demo` begins with: `PORT=3000 node
 * e2e/support/replicas/demo-replicas-process.ts 3`.
 */
import { demoReplicas } from '../../../lib/launch/demo-replicas.ts';

const failure = await demoReplicas(Number(process.argv[2]), {
  host: '127.0.0.1',
  port: Number(process.env.PORT),
});
if (failure !== null) console.error(failure);
process.exit(failure === null ? 0 : 1);
