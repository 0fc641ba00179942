/** @type {import('next').NextConfig} */
const nextConfig = {
  agentRules: false,
  compress: true,
  // ETags of data answers are ours (lib/server/http); pages are rendered for one person and carry none.
  generateEtags: false,
  // There are no pictures to scale: without it the server would fetch addresses for anybody who asks.
  images: { unoptimized: true },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // Browsers look for the tab's icon at each change of the address, and so at each key in the search.
  headers: () => [
    {
      source: '/:icon(icon|icon-down).svg',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=3600' }],
    },
  ],
  // What is annotated and cannot be compiled fails the build, rather than being left as it is without a word.
  reactCompiler: { compilationMode: 'annotation', panicThreshold: 'all_errors' },
  reactStrictMode: true,
  experimental: {
    // Few large chunks: the list is where people land, and together its scripts compress better than apart.
    turbopackChunking: { minChunkSize: 400_000, maxMergeChunkSize: 4_000_000 },
  },
  // What nuqs gives to a server is also part of what it gives to a browser: without this the browser would load it twice.
  turbopack: { resolveAlias: { 'nuqs/server': { browser: 'nuqs' } } },
  typedRoutes: true,
  // `npm run test:types` checks every file, tests too, before CI builds: building need not do it again.
  typescript: { ignoreBuildErrors: true },
};

export default nextConfig;
