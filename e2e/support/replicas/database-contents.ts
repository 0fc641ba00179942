import { gunzipSync } from 'node:zlib';
import pg from 'pg';

/** Runs one or several statements. @returns the rows of the last one */
export async function query(url: string, statements: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // pg returns a list of results for several statements.
    const results: pg.QueryResult<Record<string, unknown>>[] = [await client.query(statements)].flat();
    return results.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

/**
 * Reads all rows of the product in a PostgreSQL database.
 * @returns by table, the values of each row as text or bytes
 */
export async function readTables(url: string): Promise<Map<string, Buffer[][]>> {
  const tables = await query(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const contents = new Map<string, Buffer[][]>();
  for (const { name } of tables) {
    const rows = await query(url, `SELECT * FROM public.${pg.escapeIdentifier(String(name))}`);
    contents.set(
      String(name),
      rows.map((row) => Object.values(row).map(toBytes)),
    );
  }
  return contents;
}

const toBytes = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)));

/** Returns a value and, if it is compressed, its decompressed content. */
export function decompressed(value: Buffer): Buffer[] {
  const isGzip = value[0] === 0x1f && value[1] === 0x8b;
  return isGzip ? [value, gunzipSync(value)] : [value];
}
