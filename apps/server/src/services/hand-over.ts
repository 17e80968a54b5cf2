import { setTimeout as sleep } from 'node:timers/promises';
import { handingOver } from '../cell/handing-over.ts';
import { topic } from '../documents/live-source.ts';
import type { CallPace } from '../pbx/call-pace.ts';
import type { Exchange } from '../pbx/exchange.ts';
import type { ServicesGround } from './ground.ts';

interface Parts extends Pick<ServicesGround, 'db' | 'feed' | 'log' | 'owner' | 'keep'> {
  readonly pace: Pick<CallPace, 'hold' | 'isBusy'>;
  readonly exchange: Pick<Exchange, 'callsToLose'>;
  /** Ends this process, and leaves the calls to the next carrier of the node. */
  leave(): void;
}

/**
 * Hands the node over when the operator asks for it by its row: no call begins from then on, those that ring are waited for, and then
 * the process leaves. An operator who takes it back in time has everything as before.
 */
export function heedHandOver({ db, feed, log, owner, keep, pace, exchange, leave }: Parts): void {
  const own = topic('nodes', 'node', owner.node);
  const { look } = handingOver({
    async isWanted() {
      const row = await db
        .selectFrom('nodes')
        .select('state')
        .where('node', '=', owner.node)
        .where('epoch', '=', String(owner.epoch))
        .executeTakeFirst();
      return row?.state === 'draining';
    },
    pace,
    exchange,
    pause: sleep,
    now: () => performance.now(),
    onState: (isLeaving) =>
      log.info(
        { node: owner.node },
        isLeaving ? 'node: being handed over, no call begins' : 'node: stays, calls begin again',
      ),
    leave() {
      log.info({ node: owner.node, lost: exchange.callsToLose() }, 'node: handed over');
      leave();
    },
  });
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'node: looking at its state failed');
  const stopHearing = [
    feed.onChange((topics) => void (topics.includes(own) && look().catch(onTrouble))),
    feed.onGap(() => void look().catch(onTrouble)),
  ];
  keep('hand-over', () => {
    for (const stop of stopHearing) stop();
  });
  // It may have been asked for while this process began.
  void look().catch(onTrouble);
}
