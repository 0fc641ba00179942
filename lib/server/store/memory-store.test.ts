import { describe } from 'vitest';
import { storeContract } from '@/lib/server/store/store-contract.fixtures';
import { createMemoryStore } from './memory-store';

describe('memory store', () => storeContract(createMemoryStore));
