import { setTimeout as pause } from 'node:timers/promises';
import { callBook } from '../../apps/server/src/exchange-memory/call-book.ts';
import type { OpenedCall } from '../../apps/server/src/exchange-memory/opened-call.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { channelOf, neighbourId } from './filled.ts';

const apartMs = 20;
const channelId = channelOf(neighbourId);
let calls = 0;

/**
 * Another company, which is called all the time. `invites` are the milliseconds that an INVITE waits for the database before a phone may ring,
 * and a BYE, so that no moment is left out; `pages` those of the newest hundred calls in its inbox.
 */
export function neighbour(db: Database) {
  const invites: number[] = [];
  const pages: number[] = [];
  const book = callBook({ db, node: 'node-1', epoch: 1 });
  let isOver = false;

  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    into.push(performance.now() - begun);
    await pause(apartMs);
  };
  const call = async () => {
    while (!isOver) {
      calls += 1;
      const id = `live${calls}`;
      await timed(invites, () => book.opened(callNamed(id)));
      await timed(invites, () => book.ended(id, 'HANGUP', new Date()));
    }
  };
  const read = async () => {
    const page = db
      .selectFrom('inbox_events')
      .select(['id', 'started_at', 'listed_documentation'])
      .where('channel_id', '=', channelId)
      .where('terminated_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .limit(100);
    while (!isOver) await timed(pages, () => page.execute());
  };
  const both = Promise.all([call(), read()]);
  return {
    async stop() {
      isOver = true;
      await both;
      return { invites, pages };
    },
  };
}

/** Someone outside calls, for nobody in particular. */
const callNamed = (id: string): OpenedCall => ({
  callId: id,
  accountId: neighbourId,
  sessionId: id,
  at: new Date(),
  legs: [
    {
      legId: id,
      sipCallId: id,
      role: 'caller',
      userId: null,
      endpointId: null,
      channelId: null,
      mediaEndpointId: null,
    },
  ],
  events: [
    {
      channelId,
      accountId: neighbourId,
      docId: `pbx-${id}`,
      ownerUserId: null,
      direction: 'INCOMING',
      onPhoneNumber: null,
      remotePhoneNumber: '+4930555011',
      remoteUserId: null,
      remoteName: null,
    },
  ],
});
