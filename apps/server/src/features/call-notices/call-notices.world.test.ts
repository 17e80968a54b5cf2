import { userChannelName } from '@sidetone/contract/realtime/events.ts';
import pusherJs, { type Options } from 'pusher-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

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

/** A person whose client listens on their own channel; `heard` are the notices about recordings. */
const listening = async (firstName: string) => {
  const made = await person(api, { firstName });
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
  const heard: [string, unknown][] = [];
  const channel = client.subscribe(userChannelName(made.userId));
  for (const name of ['recording-processed', 'recording-processing-failed']) {
    channel.bind(name, (payload: unknown) => heard.push([name, payload]));
  }
  await new Promise<void>((resolve) => channel.bind('pusher:subscription_succeeded', () => resolve()));
  return { ...made, heard };
};

test('the user who recorded a call learns on their own channel when it can be played, or that it never will; nobody else does', async () => {
  const [anna, ben] = [await listening('Anna'), await listening('Ben')];
  const { userId, accountId, channelId } = anna;
  const about = { userId, accountId, channelId, docId: 'pbx-7' };
  api.facts.announce('recording.stored', { ...about, recordingId: 'one' });
  await vi.waitFor(() => expect(anna.heard).toHaveLength(1), 10_000);
  api.facts.announce('recording.failed', { ...about, recordingId: 'two' });
  await vi.waitFor(() => expect(anna.heard).toHaveLength(2), 10_000);
  const notice = { callId: 'pbx-7', inboxEventIdentifier: { accountId, channelId, docId: 'pbx-7' } };
  expect(anna.heard).toMatchObject([
    ['recording-processed', notice],
    ['recording-processing-failed', notice],
  ]);
  expect(ben.heard).toEqual([]);
});
