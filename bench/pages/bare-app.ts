// The rival of the load benchmark: an empty page of the same libraries, with a phone that registers.
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import JsSIP from 'jssip';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

const settings = z.object({ username: z.string(), password: z.string(), server: z.string() });

async function start(): Promise<void> {
  const [root, text] = [document.getElementById('root'), document.getElementById('settings')?.textContent];
  if (root === null) throw new Error('The page has no element to draw into');
  const { username, password, server } = settings.parse(JSON.parse(text ?? ''));
  await i18next.init({ lng: 'en', resources: { en: { translation: { ready: 'The phone registers.' } } } });
  const rootRoute = createRootRoute();
  const draw = () => createElement('p', {}, i18next.t('ready' as never));
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/bare-app', component: draw });
  const router = createRouter({ routeTree: rootRoute.addChildren([page]) });
  createRoot(root).render(createElement(RouterProvider, { router: router as never }));
  new JsSIP.UA({
    sockets: [new JsSIP.WebSocketInterface(server)],
    uri: `sip:${username}@localhost`,
    authorization_user: username,
    password,
  }).start();
}

void start();
