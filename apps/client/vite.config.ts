import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstLoad } from './build/first-load.ts';
import { leftOut } from './build/left-out.ts';
import { numberPlans } from './build/number-plans.ts';
import { routeRequests } from './build/route-requests.ts';
import packageJson from './package.json' with { type: 'json' };

const server = process.env['SIDETONE_SERVER'] ?? 'http://127.0.0.1:8080';
const socket = { target: server.replace(/^http/, 'ws'), ws: true };
const proxy = { '/api': server, '/oidc': server, '/live': socket, '/sip': socket, '/app/': socket };

/** Storybook reads this file too, and its big files are neither for a service worker nor for the server. */
const inStorybook = process.env['STORYBOOK'] === 'true';

const tokens = readFileSync(join(import.meta.dirname, 'src/ui/tokens.css'), 'utf8');

/** What a colour token is in each theme, for what is drawn before or around the page. */
const colour = (token: string): { light: string; dark: string } => {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no colour ${token}`);
  return { light, dark };
};

/** The bar of the browser has the colour of the left column: `%bg-sidebar.light%` in `index.html` is that. */
const colouredBars: Plugin = {
  name: 'sidetone-coloured-bars',
  transformIndexHtml: (html) =>
    html.replace(/%([\w-]+)\.(light|dark)%/g, (_all, token: string, theme: 'light' | 'dark') => colour(token)[theme]),
};

const WORTH_COMPRESSING = 1_000;

/** Lays `.br` and `.gz` beside each built text file, so that the server never compresses the same bytes twice. */
const compressed = (): Plugin => {
  let folder = '';
  return {
    name: 'sidetone-compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
          const file = join(folder, name);
          const text = readFileSync(file);
          if (text.length < WORTH_COMPRESSING) continue;
          writeFileSync(`${file}.br`, brotliCompressSync(text));
          writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
        }
      },
    },
  };
};

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(packageJson.version) },
  build: {
    // Older targets rewrite light-dark() into variables, and the built CSS then differs from the one in development.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two pieces, since a dozen small files compress worse: up to the sign-in, and what everyone needs behind it.
          // What only some need (SIP, settings, administration) is loaded on its own.
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 2 },
            { name: 'inside', test: /\/app\/inside-pages\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  plugins: [
    react(),
    colouredBars,
    leftOut(!inStorybook),
    numberPlans(!inStorybook),
    routeRequests(),
    firstLoad(!inStorybook),
    tailwindcss(),
    VitePWA({
      disable: inStorybook,
      // An update never reloads by itself: it could end a running call.
      registerType: 'prompt',
      injectRegister: false,
      workbox: {
        importScripts: ['/service-worker-routes.js', '/service-worker-notifications.js'],
        globPatterns: ['**/*.{js,css,html,woff2,svg}'],
        globIgnores: ['service-worker-*.js'],
        navigateFallbackDenylist: [/^\/(api|oidc|live|app|apps|sip|metrics|trust|ca\.crt)(\/|$|\?)/],
      },
      manifest: {
        id: '/',
        name: 'Sidetone',
        short_name: 'Sidetone',
        description: 'The business phone: calls, their inbox, and contacts.',
        lang: 'en',
        dir: 'ltr',
        categories: ['business', 'communication', 'productivity'],
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: colour('bg-sidebar').light,
        background_color: colour('bg-canvas').light,
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        // A link with a number goes to the window that is open: loading that again would end its call.
        launch_handler: { client_mode: 'focus-existing' },
        protocol_handlers: ['tel', 'web+callto'].map((protocol) => ({ protocol, url: '/?dial=%s' })),
      },
    }),
    ...(inStorybook ? [] : [compressed()]),
  ],
  server: { proxy },
  preview: { proxy },
});
