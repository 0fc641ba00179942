import { describe } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { createLocalBudget } from './budget.ts';
import { budgetContract } from './budget-contract.fixtures.ts';
import { createQuotaLedger } from './quota-ledger.ts';

describe('the budget of one process', () => {
  budgetContract(async () => {
    const clock = createFakeClock();
    const ledger = createQuotaLedger({ clock, random: () => 0.5 });
    return { ledger, budget: createLocalBudget(ledger) };
  });
});
