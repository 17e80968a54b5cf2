import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import { sealedSetting } from '../storage/sealed-setting.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { makeDocumentSigner } from '../tls/certificate.ts';

/** What this server signs vCons with, both PEM. */
export interface VconSigner {
  readonly key: string;
  /** Signed with the key itself: who checks a vCon compares it with the one that the server gives out. */
  readonly cert: string;
}

const shape = z.object({ key: z.string(), cert: z.string() });

/** The signer of this installation, made when the first vCon is signed and kept sealed from then on. */
export function vconSigner(db: Database, box: SecretBox, host: string): () => Promise<VconSigner> {
  let kept: Promise<VconSigner> | undefined;
  return () => {
    kept ??= sealedSetting({ db, box }, 'vcon.signer', shape, () =>
      makeDocumentSigner(`vCons of ${host}`, new Date()),
    ).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
