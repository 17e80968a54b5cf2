import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { together } from '../documents/together.ts';
import { type DocumentedCall, documentationWriter } from '../storage/documentation-writer.ts';
import type { DocumentingParts } from './deps.ts';
import { captureOf, wantedParts } from './plan.ts';
import { type CallToDocument, callOfRow, callRows } from './read-call.ts';
import { rememberedSetup } from './remembered-setup.ts';
import { partActs } from './states.ts';

interface WishParts extends Pick<DocumentingParts, 'db' | 'services'> {
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
}

/** Which running calls are captured for their documentation; of others the parts say why, where somebody wanted any. */
export function captureWishes({ db, services, feed }: WishParts) {
  const setupOf = rememberedSetup(services.ground, feed);
  // Both sides of a call ask in the same moment.
  const readCall = readTogether(db);
  return {
    async isWanted(of: DocumentedCall, isEmergency: boolean): Promise<boolean> {
      const call = await readCall(of);
      if (!call || call.userId === null) return false;
      const capture = captureOf({
        ...(await setupOf(call.accountId)),
        flags: call.flags,
        isEmergency: isEmergency || call.isEmergency,
        isSkipped: call.parts.transcription?.status === 'disabled',
      });
      if (!capture.wanted && capture.reason !== null) await decline(db, call, capture.reason);
      return capture.wanted;
    },

    async declined(of: DocumentedCall): Promise<void> {
      const call = await readCall(of);
      // A user who skips while the other side is being asked ends the question too.
      if (call && call.parts.transcription?.status !== 'disabled') await decline(db, call, 'noConsent');
    },
  };
}

async function decline(db: WishParts['db'], call: CallToDocument, reason: PartReason): Promise<void> {
  const why = { status: 'disabled', reason } as const;
  await documentationWriter(db).setTogether(call, wantedParts(call.flags), why, partActs.decline.from);
}

/** Reads a call, with others that are asked for in the same moment. */
function readTogether(db: WishParts['db']): (call: DocumentedCall) => Promise<CallToDocument | null> {
  const ask = together((calls: readonly DocumentedCall[]) => callRows(db, calls));
  return async (call) => {
    const row = (await ask(call)).find(({ channel_id, id }) => channel_id === call.channelId && id === call.docId);
    return row ? callOfRow(row) : null;
  };
}
