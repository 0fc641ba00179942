import 'server-only';
import { tlsCode } from '../tls-code.ts';

/**
 * Why the storage cannot be used; each is something else for an operator to do. `unreachable`: the PostgreSQL server does not
 * answer, or does not let us in. `damaged`: the content cannot be read. `not_leader`: another replica leads, so that this one may not write.
 */
export type StorageProblem =
  | 'full'
  | 'read_only'
  | 'in_use'
  | 'unreachable'
  | 'damaged'
  | 'not_leader'
  | 'other';

/** What is reported: not to lead is none. */
export type ReportedProblem = Exclude<StorageProblem, 'not_leader'>;

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, cause?: unknown) {
    super(`the storage failed: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Primary result codes of SQLite (sqlite.org/rescode.html); extended codes have details in the higher bits. */
const sqliteProblems: Readonly<Record<number, StorageProblem>> = {
  5: 'in_use', // BUSY
  6: 'in_use', // LOCKED
  8: 'read_only', // READONLY
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'read_only', // CANTOPEN
  26: 'damaged', // NOTADB
};

/** Codes of the file system, of the network, and SQLSTATE codes of PostgreSQL (appendix A of its manual). */
const codeProblems: Readonly<Record<string, StorageProblem>> = {
  EACCES: 'read_only',
  EROFS: 'read_only',
  EPERM: 'read_only',
  ENOTDIR: 'read_only',
  EEXIST: 'read_only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ENOENT: 'unreachable',
  '25006': 'read_only', // read_only_sql_transaction
  '28000': 'unreachable', // invalid_authorization_specification
  '28P01': 'unreachable', // invalid_password
  '3D000': 'unreachable', // invalid_catalog_name: there is no such database
  '53100': 'full', // disk_full
  '53300': 'unreachable', // too_many_connections
  '57014': 'unreachable', // query_canceled, by the time limit of a statement
  '57P01': 'unreachable', // admin_shutdown
  '57P02': 'unreachable', // crash_shutdown
  '57P03': 'unreachable', // cannot_connect_now
  XX001: 'damaged', // data_corrupted
  XX002: 'damaged', // index_corrupted
};

/** Converts an error of SQLite, PostgreSQL, the network or the file system. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  return new StorageError(problemOf(error), error);
}

function problemOf(error: unknown): StorageProblem {
  if (!(error instanceof Error)) return 'other';
  if ('errcode' in error && typeof error.errcode === 'number') {
    return sqliteProblems[error.errcode & 0xff] ?? 'other';
  }
  const code = 'code' in error ? String(error.code) : '';
  const isClass08 = /^08\w{3}$/.test(code);
  // pg has no code for a connection that ends, or that cannot be had in time.
  const isWithoutCode =
    code === '' &&
    /^(Connection terminated|timeout exceeded|Query read timeout|The server does not support SSL)/.test(
      error.message,
    );
  return codeProblems[code] ?? (isClass08 || isWithoutCode || tlsCode.test(code) ? 'unreachable' : 'other');
}
