import { routes } from '@sidetone/contract/http/routes.ts';
import { userChannelName } from '@sidetone/contract/realtime/events.ts';
import pusherJs, { type Options } from 'pusher-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

type PusherClient = InstanceType<typeof pusherJs.default>;

let api: TestApi;
const open: PusherClient[] = [];
beforeAll(async () => {
  api = await testApi();
});
afterAll(async () => {
  for (const client of open) client.disconnect();
  await api.stop();
});

/** A person with a token; `opensApp` gives what an app of theirs hears from then on. */
const somebody = async (firstName: string) => {
  const made = await person(api, { firstName });
  const opensApp = async () => {
    const { access_token } = await signInAs(api.url, made.email);
    const { hostname, port } = new URL(api.url);
    // The types say the class is a property of the module; under Node it is the module.
    const Client = pusherJs as unknown as new (key: string, options: Options) => PusherClient;
    const client = new Client('sidetone', {
      cluster: 'own',
      wsHost: hostname,
      wsPort: Number(port),
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        endpoint: `${api.url}/api/websocket/auth`,
        transport: 'ajax',
        headers: { authorization: `Bearer ${access_token}` },
      },
    });
    open.push(client);
    const channel = client.subscribe(userChannelName(made.userId));
    const next = new Promise<unknown>((resolve) => channel.bind('click-to-dial', resolve));
    await new Promise<void>((resolve) => channel.bind('pusher:subscription_succeeded', () => resolve()));
    return { next, token: access_token };
  };
  const { access_token: token } = await signInAs(api.url, made.email);
  return { ...made, token, opensApp };
};

const click = (token: string, body: object) =>
  callRoute(api.url, token, routes.clickToDial, { body: body as { number: string } });

test('the open apps of the user are notified, and counted', async () => {
  const anna = await somebody('Anna');
  const [one, two] = [await anna.opensApp(), await anna.opensApp()];
  const reply = await click(anna.token, { number: 'tel:+49 30 901820' });
  expect(reply).toMatchObject({ status: 200, body: { apps: 2 } });
  const told = { requestId: expect.any(String), number: '+4930901820', channelId: null };
  expect(await one.next).toEqual(told);
  expect(await two.next).toEqual(await one.next);
});

test('a channel of theirs goes along, and another user’s does not exist', async () => {
  const [ben, clara] = [await somebody('Ben'), await somebody('Clara')];
  const app = await ben.opensApp();
  expect(await click(ben.token, { number: '112', channelId: clara.channelId })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
  expect(await click(ben.token, { number: '112', channelId: ben.channelId })).toMatchObject({ status: 200 });
  expect(await app.next).toMatchObject({ number: '112', channelId: ben.channelId });
});

test('nobody else is notified', async () => {
  const [dora, emil] = [await somebody('Dora'), await somebody('Emil')];
  const [hers, his] = [await dora.opensApp(), await emil.opensApp()];
  await click(emil.token, { number: '11' });
  await click(dora.token, { number: '12' });
  expect(await hers.next).toMatchObject({ number: '12' });
  expect(await his.next).toMatchObject({ number: '11' });
});

test('without an open app that is reported', async () => {
  const fred = await somebody('Fred');
  expect(await click(fred.token, { number: '112' })).toMatchObject({ status: 409, body: { code: 'NO_APP_OPEN' } });
});

test.each(['++49', 'Anna', '<script>', '+49 1'])('%s is no number', async (number) => {
  const gina = await somebody(`G${Math.abs(number.length)}${number.charCodeAt(0)}`);
  await gina.opensApp();
  expect(await click(gina.token, { number })).toMatchObject({ status: 400, body: { code: 'INVALID_NUMBER' } });
});

test('clients that ask too often are told to wait', async () => {
  const hans = await somebody('Hans');
  await hans.opensApp();
  const replies = [];
  for (let times = 0; times < 12; times += 1) replies.push((await click(hans.token, { number: '112' })).status);
  expect(replies.filter((status) => status === 200)).toHaveLength(10);
  expect(replies.at(-1)).toBe(429);
});

test('without a token nobody is notified', async () => {
  expect(await click('', { number: '112' })).toMatchObject({ status: 401 });
});
