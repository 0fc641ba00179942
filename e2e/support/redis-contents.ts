import { gunzipSync, inflateRawSync } from 'node:zlib';
import { createClient, RESP_TYPES } from '@redis/client';

type Client = Awaited<ReturnType<typeof connect>>;

async function connect(url: string) {
  return createClient({ url })
    .withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
    .connect();
}

/**
 * Reads all that a Redis server has.
 *
 * @returns the parts of each value by the name of its key, compressed ones also as they were before
 */
export async function readContents(url: string): Promise<Map<string, Buffer[]>> {
  const client = await connect(url);
  try {
    const contents = new Map<string, Buffer[]>();
    for await (const keys of client.scanIterator()) {
      for (const key of keys) contents.set(String(key), (await partsOf(client, key)).flatMap(decompressed));
    }
    return contents;
  } finally {
    client.destroy();
  }
}

/** @throws Error for a type of value that the product does not use, so that nothing remains unread unnoticed */
async function partsOf(client: Client, key: Buffer): Promise<Buffer[]> {
  const type = String(await client.type(key));
  if (type === 'string') return [(await client.get(key)) ?? Buffer.alloc(0)];
  if (type === 'list') return client.lRange(key, 0, -1);
  if (type === 'zset') return client.zRange(key, 0, -1);
  if (type === 'hash') {
    const [names, values] = [await client.hKeys(key), await client.hVals(key)];
    return [...names, ...values];
  }
  // Deleted, or expired, since it was listed.
  if (type === 'none') return [];
  throw new Error(`a value of the type ${type}`);
}

/** The leader compresses the list, and the days of the history after a byte for their version. */
function decompressed(value: Buffer): Buffer[] {
  const forms = [value];
  for (const decompress of [() => gunzipSync(value), () => inflateRawSync(value.subarray(1))]) {
    try {
      forms.push(decompress());
    } catch {
      // It is not compressed in this way.
    }
  }
  return forms;
}
