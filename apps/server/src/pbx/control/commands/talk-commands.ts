import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { isHeldBy } from '../../calls/leg-hold.ts';
import type { CallCommands } from '../../commands.ts';
import { type Commanded, mediaFailed } from './command-parts.ts';
import { legIn, type Own, wrongState } from './named-calls.ts';

type TalkCommands = Pick<CallCommands, 'hold' | 'sendTones' | 'startRecording' | 'changeRecording' | 'hangUp'>;

/** What users do in a call without anybody else coming in. */
export function talkCommands({ table, transfers, recordings, named }: Commanded): TalkCommands {
  const { find, findTalking, recordedLeg } = named;
  return {
    hold: async (userId, name, held) => await holdLeg(findTalking(userId, name), held),

    async sendTones(userId, name, digits) {
      const { running, leg } = findTalking(userId, name);
      const transfer = transfers.ofCall(running.call.callId);
      const lines = transfer?.phase === 'talking' ? transfer.lines : (['INITIAL'] satisfies TransferLine[]);
      const target = transfer && table.byId(transfer.targetId);
      const sides = [
        ...(lines.includes('INITIAL') ? [{ on: running, legId: leg.legId }] : []),
        ...(transfer && target && lines.includes('TARGET') ? [{ on: target, legId: transfer.lineLegId }] : []),
      ];
      for (const { on, legId } of sides) {
        const done = await on.takeAndWait({ type: 'tonesAsked', legId, digits }).catch(mediaFailed);
        if (!done) throw wrongState('Nobody is there to hear the tones.');
      }
    },

    startRecording: async (userId, name, how) =>
      await recordings.start(recordedLeg(findTalking(userId, name)), how).catch(mediaFailed),

    async changeRecording(userId, name, recordingId, state) {
      await recordings.change(recordedLeg(findTalking(userId, name)), recordingId, state).catch(mediaFailed);
    },

    async hangUp(userId, name, as) {
      const { running, leg } = find(userId, name);
      const fact = { type: 'hungUp', legId: leg.legId } as const;
      if (as === 'busy') running.take({ type: 'busySaid', legId: leg.legId });
      else if (!transfers.fact(running, fact)) running.take(fact);
    },
  };
}

/** Rejects with MEDIA_FAILED, and leaves the leg as it was, where media cannot do it. */
async function holdLeg({ running, leg: { legId, hold } }: Own, held: boolean): Promise<void> {
  const before = isHeldBy(hold, 'user');
  const undo = (error: unknown): never => {
    // What was before still holds, unless another command has come meanwhile.
    const now = legIn(running, legId);
    const isWished = now !== undefined && isHeldBy(now.hold, 'user') === held;
    if (isWished && before !== held) running.take({ type: 'holdAsked', legId, held: before });
    return mediaFailed(error);
  };
  const done = await running.takeAndWait({ type: 'holdAsked', legId, held }).catch(undo);
  if (!done) throw wrongState('The call is not up.');
}
