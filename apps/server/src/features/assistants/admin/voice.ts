import {
  type AssistantVoice,
  type BotProblem,
  botSettings,
  type botTrial,
  type EnteredVoice,
} from '@sidetone/contract/entities/assistant-voice.ts';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { PrivateHosts } from '../../../network/private-hosts.ts';
import { problemOfPlace } from '../../../network/problem-of-place.ts';
import type { Caller } from '../../../requests/callers.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';

/** What voices of assistants are kept with. */
export interface VoiceDeps {
  readonly box: SecretBox;
  /** Which hosts of the server's own network bots may be at, see INTEGRATION_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
}

const said = {
  notAnAddress: 'This is no address of a bot.',
  privateHost: 'This host is in the internal network of the server, and INTEGRATION_PRIVATE_HOSTS does not name it.',
  insecure: 'Only a host that INTEGRATION_PRIVATE_HOSTS names may be reached without TLS.',
};

/** Throws `Refusal` VALIDATION_FAILED for a bot at a place that must not be reached. */
export async function requirePlace(hosts: VoiceDeps['hosts'], voice: EnteredVoice): Promise<void> {
  if (voice.kind !== 'bot') return;
  const problem = await problemOfPlace(hosts, voice.url.replace(/^ws/, 'http'));
  if (problem === null) return;
  throw new Refusal('VALIDATION_FAILED', said[problem], { issues: [{ path: 'voice.url', message: problem }] });
}

/** The voice as the row of an assistant keeps it. A secret that is left out stays as it is. */
export function voiceColumns(
  box: SecretBox,
  voice: EnteredVoice,
): Pick<Updateable<Schema['assistants']>, 'bot' | 'bot_secret_sealed'> {
  if (voice.kind === 'questions') return { bot: null, bot_secret_sealed: null };
  const { secret } = voice;
  const bot = jsonText(botSettings.parse(voice));
  if (secret === undefined) return { bot };
  return { bot, bot_secret_sealed: secret === null ? null : box.seal(secret) };
}

/** The voice as administrators see it: without the secret. */
export function voiceOf(bot: object | null, secret: Buffer | null): AssistantVoice {
  if (bot === null) return { kind: 'questions' };
  const { url, parameters, maxCalls, maxMinutes } = botSettings.parse(bot);
  return { kind: 'bot', url, parameters, maxCalls, maxMinutes, hasSecret: secret !== null };
}

export interface TrialParts extends VoiceDeps {
  readonly db: Database;
  /** Opens a connection and closes it; null where the bot took it. */
  tryBot(url: string, secret: string | null): Promise<BotProblem | null>;
}

/** Tries the connection to a bot, signed with the secret that is given or kept. Throws `Refusal` NOT_FOUND. */
export async function tryVoice(
  { db, box, tryBot }: TrialParts,
  { accountId }: Caller,
  { assistantId, url, secret }: z.output<typeof botTrial>,
): Promise<BotProblem | null> {
  if (assistantId === null) return await tryBot(url, secret ?? null);
  const row = await db
    .selectFrom('assistants')
    .select('bot_secret_sealed as sealed')
    .where('id', '=', assistantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('call assistant');
  const { sealed } = row;
  return await tryBot(url, secret ?? (sealed && box.unseal(sealed)));
}
