import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import { type DocumentedCall, documentationWriter } from '../storage/documentation-writer.ts';
import type { DocumentingParts } from './deps.ts';
import { serviceOf } from './ledger.ts';
import { captureOf, wantedParts } from './plan.ts';
import { type CallToDocument, readCall } from './read-call.ts';
import { partActs } from './states.ts';

type WishParts = Pick<DocumentingParts, 'db' | 'services'>;

/** Which running calls are captured for their documentation; of others the parts say why, where somebody wanted any. */
export function captureWishes({ db, services }: WishParts) {
  return {
    async isWanted(of: DocumentedCall, isEmergency: boolean): Promise<boolean> {
      const call = await readCall(db, of);
      if (!call || call.userId === null) return false;
      const [settings, speech] = await Promise.all([
        services.ground.settings(call.accountId),
        services.ground.connection(call.accountId, 'speech'),
      ]);
      const capture = captureOf({
        flags: call.flags,
        isEmergency: isEmergency || call.isEmergency,
        recogniser: serviceOf(speech),
        documentation: settings.documentation,
        isSkipped: call.parts.transcription?.status === 'disabled',
      });
      if (!capture.wanted && capture.reason !== null) await decline(db, call, capture.reason);
      return capture.wanted;
    },

    async declined(of: DocumentedCall): Promise<void> {
      const call = await readCall(db, of);
      // A user who skips while the other side is being asked ends the question too.
      if (call && call.parts.transcription?.status !== 'disabled') await decline(db, call, 'noConsent');
    },
  };
}

async function decline(db: WishParts['db'], call: CallToDocument, reason: PartReason): Promise<void> {
  const why = { status: 'disabled', reason } as const;
  await documentationWriter(db).setTogether(call, wantedParts(call.flags), why, partActs.decline.from);
}
