import packageFile from './package.json' with { type: 'json' };

/** @type {import('next').NextConfig} */
const nextConfig = {
  agentRules: false,
  // A placeholder in the build (lib/launch/build.ts), and what is configured when the build is served.
  basePath: process.env.SIGHTLINE_BASE_PATH ?? '',
  compress: true,
  // Replaced where they are read (lib/text): the browser needs the version and not the rest of the file.
  env: {
    SIGHTLINE_VERSION: packageFile.version,
    SIGHTLINE_BASE_PATH: process.env.SIGHTLINE_BASE_PATH ?? '',
  },
  // The BFF sets the ETags of its data (lib/server/api). Pages are rendered for one user and have none.
  generateEtags: false,
  // There are no images to optimize, and the optimizer would fetch URLs for any client.
  images: { unoptimized: true },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // Browsers request the icon of the tab at each change of the URL, so at each key press in the search.
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
    // Names of classes are in the log, and a trace of the stack must be readable.
    serverMinification: false,
    // A production build begins from nothing. Writing its cache of 200 MB would take a sixth of its time.
    turbopackFileSystemCacheForBuild: false,
    // Few large chunks: most users open the list first, and its scripts compress better together.
    turbopackChunking: { minChunkSize: 500_000, maxMergeChunkSize: 4_000_000 },
  },
  // The browser entry of nuqs contains `nuqs/server`. Without the alias browsers would load it twice.
  turbopack: { resolveAlias: { 'nuqs/server': { browser: 'nuqs' } } },
  typedRoutes: true,
  // CI runs `npm run test:types` on every file before it builds, so the build need not check types again.
  typescript: { ignoreBuildErrors: true },
};

export default nextConfig;
