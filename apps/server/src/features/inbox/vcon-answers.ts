import { Readable } from 'node:stream';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Streamed } from '../../requests/download.ts';
import type { Database } from '../../storage/database.ts';
import { signVcon, vconMediaType } from '../../vcon/sign-vcon.ts';
import type { VconSigner } from '../../vcon/signing-key.ts';
import type { RecordingOfCall } from '../../vcon/source.ts';
import { writeVcon } from '../../vcon/write-vcon.ts';
import { requireMember } from './access.ts';
import type { vconSources } from './vcon-of-call.ts';

export interface VconParts {
  readonly db: Database;
  readonly sourceOf: ReturnType<typeof vconSources>;
  readonly signer: () => Promise<VconSigner>;
  /** The sounds of a call of the caller's, as they are fetched at this origin; those of a member of its channel. */
  soundsOf(caller: Caller, call: { channelId: string; docId: string }, origin: string): Promise<RecordingOfCall[]>;
}

/** Calls as signed vCons, for members of their channel. Who took one is kept, never what it said. */
export const vconAnswers = ({ db, sourceOf, signer, soundsOf }: VconParts): Answer[] => [
  answer(routes.callVcon, async ({ caller, params, origin, address }) => {
    const { channelId, docId } = params;
    await requireMember(db, channelId, caller.userId);
    const recordings = await soundsOf(caller, params, origin);
    const vcon = writeVcon(await sourceOf({ channelId, docId, recordings }));
    const signed = await signVcon(vcon, await signer());
    await audit(db, {
      accountId: caller.accountId,
      actorUserId: caller.userId,
      address,
      action: 'call.exported',
      target: docId,
      detail: { channelId, vcon: vcon.uuid },
    });
    const name = `call-${docId.replace(/[^\w-]/g, '')}.vcon`;
    return new Streamed(Readable.from([JSON.stringify(signed)]), vconMediaType, name);
  }),

  answer(routes.vconCertificate, async () => {
    const { cert } = await signer();
    return new Streamed(Readable.from([cert]), 'application/x-pem-file', 'sidetone-vcon.crt');
  }),
];
