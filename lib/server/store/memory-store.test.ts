import { describe } from 'vitest';
import { storeContract } from '@/lib/testing/store-contract';
import { createMemoryStore } from './memory-store';

describe('memory store', () => storeContract(createMemoryStore));
