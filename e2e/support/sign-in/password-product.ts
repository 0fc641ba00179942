import { type RunningStack, startStack } from '../products/stack.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from './password.ts';

/** Starts a product with password sign-in that has read its 30 monitors. @param env further settings of the product */
export async function startPasswordStack(env: Record<string, string> = {}): Promise<RunningStack> {
  const passwordStack = await startStack(
    { monitors: 30 },
    { env: { ...withPassword, ...env }, waitForInventory: false },
  );
  const { product } = passwordStack;
  await waitForCompleteInventoryAs(product, { Cookie: await signedIn(product) });
  return passwordStack;
}
