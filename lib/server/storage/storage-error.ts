import 'server-only';
import type { ReportedProblem, StorageEngine } from '../../contract/storage-problems.ts';
import { FailureError, tlsCode, type UpstreamFailure } from '../errors.ts';

/**
 * `not_leader`: another replica leads, so that this one must not write. `unproven`: the stored rows may be of another organization
 * (ownership.ts). Both are no problem of the database.
 */
export type StorageProblem = ReportedProblem | 'not_leader' | 'unproven';

/** Whether a problem of the database is the cause, which users are told. */
export function isReported(problem: StorageProblem): problem is ReportedProblem {
  return problem !== 'not_leader' && problem !== 'unproven';
}

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, cause?: unknown) {
    super(`the storage failed: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Converts a StorageError to a FailureError of our storage. Returns any other error unchanged. */
export function toStorageFailure(error: unknown, engine: StorageEngine): unknown {
  if (!(error instanceof StorageError) || error.problem === 'unproven') return error;
  return new FailureError(storageFailure(error.problem, engine));
}

/** Returns the failure that users see while the storage has this problem. */
export function storageFailure(
  problem: Exclude<StorageProblem, 'unproven'>,
  engine: StorageEngine,
): UpstreamFailure {
  if (problem === 'not_leader') return { code: 'no_leader' };
  if (problem === 'unreachable') return { code: 'storage_unreachable' };
  return { code: 'storage_unwritable', engine, problem };
}

/** Primary result codes of SQLite (sqlite.org/rescode.html); extended codes have details in the higher bits. */
const sqliteProblems: Readonly<Record<number, ReportedProblem>> = {
  5: 'in_use', // BUSY
  6: 'in_use', // LOCKED
  8: 'read_only', // READONLY
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'read_only', // CANTOPEN
  26: 'damaged', // NOTADB
};

/** Codes of the file system and the network, and SQLSTATE codes of PostgreSQL (appendix A of its manual). */
const codeProblems: readonly (readonly [RegExp, ReportedProblem])[] = [
  [/^(EACCES|EROFS|EPERM|ENOTDIR|EEXIST|25006)$/, 'read_only'],
  [/^42501$/, 'forbidden'],
  // A statement was cancelled, because it took too long: the server itself answers.
  [/^57014$/, 'other'],
  [/^55P03$/, 'in_use'],
  [/^(ENOSPC|EDQUOT|53100)$/, 'full'],
  [/^XX00[12]$/, 'damaged'],
  [
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|EPIPE|ETIMEDOUT|ENOENT)$/,
    'unreachable',
  ],
  // The connection was lost (class 08), the server rejects it (28, 3D), has no resources (53) or stops (57).
  [/^(08|28|3D|53|57)\w{3}$/, 'unreachable'],
  [tlsCode, 'unreachable'],
];
/** Kysely's error when the tables have a migration that this version does not know. */
const newerTables = /^corrupted migrations: previously executed migration/;
/** pg has no code for a connection that ends, or that is not available in time. */
const connectionLost =
  /^(Connection terminated|timeout exceeded|Query read timeout|The server does not support SSL)/;

/** Converts an error of SQLite, PostgreSQL, the network or the file system. */
export function toStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(problemOf(error), error);
}

function problemOf(error: unknown): ReportedProblem {
  if (!(error instanceof Error)) return 'other';
  if ('errcode' in error && typeof error.errcode === 'number') {
    return sqliteProblems[error.errcode & 0xff] ?? 'other';
  }
  if (newerTables.test(error.message)) return 'newer';
  if (!('code' in error)) return connectionLost.test(error.message) ? 'unreachable' : 'other';
  const code = String(error.code);
  return codeProblems.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
}
