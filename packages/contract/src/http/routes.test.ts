import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorStatus } from '../errors.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const all: readonly (readonly [string, Route])[] = Object.entries(routes);
const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).sort() : [];

describe.each(all)('%s', (_name, route) => {
  test('has exactly the path parameters that its schema has', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(inPath.sort()).toEqual(keysOf(route.params));
  });

  test('has a path of plain segments, and a body only where the method carries one', () => {
    expect(route.path).toMatch(/^(\/([\w-]+|\{\w+\}))+$/);
    if (route.method === 'GET') expect(route.body).toBeUndefined();
  });

  test('can be described to OpenAPI', () => {
    expect(() => z.toJSONSchema(route.reply, { io: 'output' })).not.toThrow();
    for (const schema of [route.params, route.query, route.body]) {
      if (schema) expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow();
    }
  });

  test('names errors that the API has', () => {
    for (const code of route.errors ?? []) expect(errorStatus).toHaveProperty(code);
  });
});

test('no two operations have one method and path', () => {
  const operations = all.map(([, route]) => `${route.method} ${route.path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(operations).size).toBe(operations.length);
});

test('the paths that the specification fixes are as it says', () => {
  const operation = ({ method, path }: Route): string => `${method} ${path}`;
  expect(operation(routes.appExtensions)).toBe('GET /v3/devices/app/desktop_app_register/{webUserId}');
  expect(operation(routes.createAppExtension)).toBe('POST /v3/devices/app');
  expect(operation(routes.holdCall)).toBe('POST /v3/neoPBX/client/calls/{id}/hold');
  expect(operation(routes.websocketAuth)).toBe('POST /websocket/auth');
  expect(Object.keys(routes.createAppExtension.body.shape).sort()).toEqual(['alias', 'appExtensionType', 'owner']);
  expect(Object.keys(routes.holdCall.body.shape)).toEqual(['value']);
});

test('only what is needed without a session is public', () => {
  const open = all.filter(([, route]) => route.audience === 'public').map(([name]) => name);
  expect(open.sort()).toEqual([
    'acceptLink',
    // A CRM shows the secret of the app that was removed.
    'appRemoved',
    // A step of a sign-in, which the browser shows to be its own by a cookie, as `signIn`.
    'askForPasskey',
    // It names its user by a token of its own, for browsers in which nobody is signed in.
    'beginPresenceSignIn',
    // What comes back from the page of a CRM is known by its state and its cookie.
    'endAuthSession',
    // The provider of a company says by a token that it signed itself whose session has ended.
    'endByProvider',
    'endPresenceSignIn',
    'forgotPassword',
    'health',
    // Steps of a sign-in over the provider of a company, each known by the cookie of its browser.
    'leaveForSignOn',
    'live',
    'lookUpLink',
    'proveSecondFactor',
    'ready',
    'returnFromSignOn',
    'serverInfo',
    'setUp',
    'setUpAtSignIn',
    'setupState',
    'signIn',
    'signInByPasskey',
    // Mail programs ask, whose link is sealed.
    'stopChannelMail',
    'waitingSignIn',
  ]);
});

test('a search without a scope looks everywhere', () => {
  expect(routes.searchContacts.query.parse({ query: '  anna ' })).toEqual({ query: 'anna', scope: 'all' });
});

test('a socket that is not one of ours is not authorised', () => {
  const { body } = routes.websocketAuth;
  expect(body.safeParse({ socket_id: '12.34', channel_name: 'private-encrypted-user-w1' }).success).toBe(true);
  expect(body.safeParse({ socket_id: '12.34:x', channel_name: 'a' }).success).toBe(false);
});
