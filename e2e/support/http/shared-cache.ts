import { createServer } from 'node:http';
import { Agent, cacheStores, interceptors } from 'undici';
import { endNow, listenOnLoopback } from './loopback.ts';

/** A shared cache in front of an origin, which stores everything that RFC 9111 allows. */
export interface SharedCache {
  url: string;
  /** The number of stored responses. */
  kept(): number;
  close(): Promise<void>;
}

const { MemoryCacheStore } = cacheStores;

class CountingStore extends MemoryCacheStore {
  kept = 0;

  override createWriteStream(...of: Parameters<InstanceType<typeof MemoryCacheStore>['createWriteStream']>) {
    this.kept += 1;
    return super.createWriteStream(...of);
  }
}

const hopByHop = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|host)$/;

export async function startSharedCache(origin: string): Promise<SharedCache> {
  const store = new CountingStore();
  const cached = new Agent().compose(interceptors.cache({ store, type: 'shared', cacheByDefault: 60 }));
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.test(name));
    const upstreamResponse = await cached.request({
      origin,
      path: request.url ?? '/',
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
    });
    const body = Buffer.from(await upstreamResponse.body.arrayBuffer());
    for (const [name, value] of Object.entries(upstreamResponse.headers)) {
      if (value !== undefined && !hopByHop.test(name)) response.setHeader(name, value);
    }
    response.writeHead(upstreamResponse.statusCode);
    response.end(body);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    kept: () => store.kept,
    close: async () => {
      await endNow(server);
      await cached.close();
    },
  };
}
