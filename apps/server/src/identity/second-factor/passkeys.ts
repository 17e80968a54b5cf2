import type { passkeyMade, passkeyUsed } from '@sidetone/contract/entities/second-factor.ts';
import type { SignInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import type { z } from 'zod';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { notingRefusals } from '../answering/note-sign-in-refusal.ts';
import { type AskedSignIn, keep, keptOf, letIn, takeChallenge, waiting } from '../answering/waiting-sign-in.ts';
import { holdUser } from '../factors.ts';
import type { RelyingParty } from '../relying-party.ts';
import type { SignInDeps } from '../sign-in.ts';
import { statesNothing } from './attestation.ts';

/** EdDSA, ES256 and RS256 of COSE (RFC 9053, RFC 8812): what Node checks without experiments. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** It is loaded with the first passkey: it brings what reads certificates. */
const webauthn = () => import('@simplewebauthn/server');

/** What the browser of a user makes a passkey with; it has to have the user proved to it. */
export async function creationOptions(
  { id }: RelyingParty,
  user: { userId: string; email: string; name: string; known: readonly { credential_id: string }[] },
) {
  const { generateRegistrationOptions } = await webauthn();
  return await generateRegistrationOptions({
    rpName: 'Sidetone',
    rpID: id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.userId),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: user.known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What is kept of a passkey that a browser made. Throws `Refusal` WRONG_CREDENTIALS for one that does not check out. */
export async function madePasskey(party: RelyingParty, challenge: string, response: z.output<typeof passkeyMade>) {
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await orWrong(async () => {
    if (!(await statesNothing(response.response.attestationObject))) throw wrongPasskey();
    return await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs,
      requireUserVerification: true,
    });
  });
  if (!registrationInfo) throw wrongPasskey();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports: [...transports] };
}

/** What the browser asks a passkey with: any of this server, or after the password one of that user. */
export async function askForPasskey(deps: PasskeyDeps, asked: AskedSignIn) {
  const party = partyAt(deps, asked.origin);
  await waiting(deps, asked);
  const { generateAuthenticationOptions } = await webauthn();
  return await deps.db.transaction().execute(async (trx) => {
    const { awaits } = await keptOf(trx, asked.uid);
    const own = awaits
      ? await trx.selectFrom('passkeys').select('credential_id').where('user_id', '=', awaits.userId).execute()
      : [];
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      userVerification: 'required',
      allowCredentials: own.map(({ credential_id: id }) => ({ id })),
    });
    await keep(trx, asked.uid, { passkeyChallenge: options.challenge });
    return options;
  });
}

export type PasskeyDeps = SignInDeps & { readonly party: RelyingParty | null };
type Used = z.output<typeof passkeyUsed>;

/**
 * Answers a waiting sign-in with a passkey, alone or after the password of the same user. Throws `Refusal` NOT_FOUND,
 * WRONG_CREDENTIALS alike for an unknown passkey, a wrong one and a deactivated user, TOO_MANY_ATTEMPTS.
 */
export async function signInByPasskey(
  deps: PasskeyDeps,
  asked: AskedSignIn & { address: string; used: Used; language?: SignInLanguage | undefined },
): Promise<{ redirectTo: string }> {
  const { db, throttle, log } = deps;
  const party = partyAt(deps, asked.origin);
  const interaction = await waiting(deps, asked);
  const key = await byCredential(db, asked.used.id);
  const whose = () => key && { id: key.user_id, account_id: key.account_id };
  return await notingRefusals({ db, log }, { address: asked.address, whose }, async () => {
    const counted = await throttle.attempt('passkey', asked.address);
    const challenge = await db.transaction().execute((trx) => takeChallenge(trx, asked.uid));
    if (!key || challenge === null) throw wrongPasskey();
    const counter = await counterAfter({ party, challenge, key }, asked.used);
    await db.transaction().execute(async (trx) => {
      await holdUser(trx, key.user_id);
      const { awaits } = await keptOf(trx, asked.uid);
      if (awaits && awaits.userId !== key.user_id) throw wrongPasskey();
      const { numUpdatedRows } = await trx
        .updateTable('passkeys')
        .set({ counter, last_used_at: new Date() })
        .where('id', '=', key.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw wrongPasskey();
      const language = awaits?.language ?? asked.language ?? null;
      const byCompany = awaits?.byCompany ?? false;
      const session = awaits?.session ?? null;
      await letIn(trx, asked.uid, { userId: key.user_id, address: asked.address, language, byCompany, session });
    });
    await counted.succeeded();
    log.info({ userId: key.user_id }, 'signed in with a passkey');
    return { redirectTo: interaction.returnTo };
  });
}

const byCredential = (db: Database, credentialId: string) =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
type Key = NonNullable<Awaited<ReturnType<typeof byCredential>>>;

/** Checks the signature of a passkey; gives how often it was used, as far as it counts that. */
async function counterAfter(
  { party, challenge, key }: { party: RelyingParty; challenge: string; key: Key },
  used: Used,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await orWrong(() =>
    verifyAuthenticationResponse({
      response: used as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw wrongPasskey();
  return authenticationInfo.newCounter;
}

/** The relying party for a browser at this origin. Throws `Refusal` NOT_FOUND where there are no passkeys. */
export function partyAt({ party }: { party: RelyingParty | null }, origin: string): RelyingParty {
  if (party?.origin !== origin) throw notFound('passkey');
  return party;
}

/** What exactly is wrong with a passkey is not said: it would help to forge one. */
const orWrong = async <T>(check: () => Promise<T>): Promise<T> => {
  try {
    return await check();
  } catch (cause) {
    throw new Refusal('WRONG_CREDENTIALS', 'The passkey does not check out.', { cause });
  }
};

const wrongPasskey = (): Refusal => new Refusal('WRONG_CREDENTIALS', 'The passkey does not check out.');

/** The passkeys of a user, the oldest first. */
export const passkeysOf = (trx: Writer, userId: string) =>
  trx.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
