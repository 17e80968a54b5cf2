import { beforeEach, describe, expect, test } from 'vitest';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 60 } };

/** The caller is answered by the exchange and hears it. */
async function answered(caller: Handset): Promise<void> {
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await floor.clock.pass(0);
}
/** The sound that plays is over. */
async function played(): Promise<void> {
  const [endpointId = ''] = floor.media.endpoints.keys();
  floor.media.tell({ type: 'played', endpointId });
  await floor.clock.pass(0);
}

describe('a caller of another company on this server', () => {
  /** The queue is another company's. */
  const queueOfOthers = (routing: Record<string, unknown>) => {
    floor.queues.set('queue', { ...someQueue([], routing, { channelId: 'queue' }), accountId: 's2' });
  };

  test('leaves their message with the company that they called', async () => {
    queueOfOthers(voicemail);
    await answered(await floor.dial('anna', '20'));
    await played();
    await played();
    expect(floor.voicemails.messages).toMatchObject([{ channelId: 'queue', accountId: 's2' }]);
  });

  test('is asked by its voice menu and by its call assistant', async () => {
    const asked: string[] = [];
    const { directory, assistants } = floor;
    const { voiceMenu } = directory;
    directory.voiceMenu = async (accountId, menuId) => {
      asked.push(`${menuId} of ${accountId}`);
      return (await voiceMenu?.(accountId, menuId)) ?? null;
    };
    const scriptOf = assistants.scriptOf.bind(assistants);
    assistants.scriptOf = async (accountId, assistantId) => {
      asked.push(`${assistantId} of ${accountId}`);
      return await scriptOf(accountId, assistantId);
    };
    floor.menus.set('main', { promptAnnouncementId: 'main' });
    queueOfOthers({ menuId: 'main' });
    await answered(await floor.dial('anna', '20'));
    expect(asked).toEqual(['main of s2', 'main of s2']);
    asked.length = 0;
    directory.hasQuestions = async () => true;
    queueOfOthers({ assistantId: 'helper' });
    await answered(await floor.dial('dora', '20'));
    expect(asked).toEqual(['helper of s2']);
  });
});
