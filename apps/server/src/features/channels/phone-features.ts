import {
  type ForwardTarget,
  type LineForwarding,
  lineForwardingChange,
  readLineForwarding,
} from '@sidetone/contract/entities/line-forwarding.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { isExtension, normalizeNumber, withoutPunctuation } from '@sidetone/contract/rules/numbers/dialable.ts';
import { messagesCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import type {
  LastCall,
  OwnLines,
  PhoneAsker,
  PhoneFeatureChange,
  PhoneFeatures,
} from '@sidetone/contract/rules/phones/phone-features.ts';
import { changeLineForwarding } from '../../identity/line-forwarding.ts';
import { audit } from '../../requests/audit.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { changeByKey, isKeyOn, ruleOfKey } from './forward-keys.ts';

/** What keys and codes of desk phones switch: “Do not disturb” and the forwarding of their user, as the user does in the app. */
export const phoneFeatureDesk = (db: Database): OwnLines => ({
  lastCall: (userId) => lastCall(db, userId),
  of: (userIds) => readFeatures(db, userIds),
  async change(by, change) {
    try {
      if (change.feature === 'doNotDisturb') await setDnd(db, by, change.isOn);
      else await db.transaction().execute((trx) => setForward(trx, by, change));
      return 'done';
    } catch (error) {
      if (error instanceof Refusal) return 'refused';
      throw error;
    }
  },
});

/** Two statements, however many phones there are. */
async function readFeatures(db: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, PhoneFeatures>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .innerJoin('channels', (join) =>
      join.onRef('channels.owner_user_id', '=', 'users.id').on('channels.type', '=', 'private'),
    )
    .select(['users.id', 'users.is_dnd', 'channels.id as lineId', 'channels.forwarding'])
    .where('users.id', 'in', [...userIds])
    .where('users.deactivated_at', 'is', null)
    .execute();
  const read = rows.map((row) => ({ ...row, forwarding: readLineForwarding(row.forwarding) }));
  const extensions = await extensionsOf(
    db,
    read.flatMap(({ forwarding }) => colleaguesIn(forwarding)),
  );
  return new Map(
    read.map(({ id, is_dnd: isDnd, lineId, forwarding }): [string, PhoneFeatures] => {
      const shown = (when: Parameters<typeof ruleOfKey>[1]) => ({
        isOn: isKeyOn(forwarding, when),
        to: dialledFor(ruleOfKey(forwarding, when)?.to, extensions),
      });
      const forwards = {
        always: shown('always'),
        busy: shown('busy'),
        noAnswer: shown('noAnswer'),
        unreachable: shown('unreachable'),
      };
      return [id, { lineId, isDnd, forwards, ringSeconds: forwarding.ringSeconds }];
    }),
  );
}

const colleaguesIn = ({ rules }: LineForwarding): string[] =>
  rules.flatMap(({ to }) => (to.kind === 'colleague' ? [to.userId] : []));

/** The extension of each of these users' own lines, by user id. */
async function extensionsOf(db: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('extensions')
    .innerJoin('channels', 'channels.id', 'extensions.channel_id')
    .select(['extensions.extension', 'channels.owner_user_id as userId'])
    .where('channels.type', '=', 'private')
    .where('channels.owner_user_id', 'in', [...new Set(userIds)])
    .orderBy('extensions.extension', 'desc')
    .execute();
  return new Map(rows.flatMap(({ userId, extension }) => (userId === null ? [] : [[userId, extension] as const])));
}

/** What a phone shows of a target, and may send back. */
function dialledFor(to: ForwardTarget | undefined, extensions: ReadonlyMap<string, string>): string {
  switch (to?.kind) {
    case 'number':
      return to.number;
    case 'colleague':
      return extensions.get(to.userId) ?? '';
    case 'voicemail':
      return messagesCode;
    case undefined:
      return '';
  }
}

/** Of the calls that are over: one that rings or talks could be the user's own to this code. */
async function lastCall(db: Database, userId: string): Promise<LastCall | null> {
  const row = await db
    .selectFrom('inbox_events')
    .innerJoin('channels', 'channels.id', 'inbox_events.channel_id')
    .innerJoin('accounts', 'accounts.id', 'channels.account_id')
    .select([
      'inbox_events.remote_phone_number as number',
      'inbox_events.started_at as at',
      'accounts.time_zone as zone',
    ])
    .where('channels.owner_user_id', '=', userId)
    .where('channels.type', '=', 'private')
    .where('inbox_events.direction', '=', 'INCOMING')
    .where('inbox_events.terminated_at', 'is not', null)
    .orderBy('inbox_events.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { number: row.number, at: row.at, timeZone: row.zone ?? 'UTC' } : null;
}

const setDnd = (db: Database, { userId, accountId }: PhoneAsker, isOn: boolean) =>
  db
    .updateTable('users')
    .set({ is_dnd: isOn })
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    // A phone says it again after each restart.
    .where('is_dnd', '<>', isOn)
    .execute();

type ForwardChange = Exclude<PhoneFeatureChange, { feature: 'doNotDisturb' }>;

/** Throws `Refusal` where the app would refuse it, and for a target that is none. */
async function setForward(trx: Writer, by: PhoneAsker, { feature, isOn, to, ringSeconds }: ForwardChange) {
  const { accountId, userId, address } = by;
  const line = await trx
    .selectFrom('channels')
    .select('forwarding')
    .where('account_id', '=', accountId)
    .where('type', '=', 'private')
    .where('owner_user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!line) throw new Refusal('NOT_FOUND', 'The user has no line.');
  const before = readLineForwarding(line.forwarding);
  const target = isOn && to !== null ? await targetOf(trx, accountId, to) : null;
  const change = changeByKey(before, feature, { isOn, to: target });
  const wanted = lineForwardingChange.safeParse({ ...change, ...ringTime(isOn ? ringSeconds : null, before) });
  if (!change || !wanted.success) throw new Refusal('VALIDATION_FAILED', 'These rules cannot be kept.');
  const { channelId, detail } = await changeLineForwarding(trx, { accountId, userId, change: wanted.data });
  const action = 'channel.forwardingChanged';
  if (detail) await audit(trx, { accountId, actorUserId: userId, address, action, target: channelId, detail });
}

/** A phone counts rings, and the line seconds: what reads as the same number of rings stays as it is. */
const ringTime = (asked: number | null, { ringSeconds }: LineForwarding) =>
  asked === null || Math.abs(asked - ringSeconds) < 3 ? {} : { ringSeconds: Math.min(120, Math.max(5, asked)) };

/** What was dialled at the phone: an extension of a user, the code of the voicemail, or a number outside. */
async function targetOf(trx: Writer, accountId: string, typed: string): Promise<ForwardTarget> {
  const dialled = withoutPunctuation(typed.replace(/^(?:sips?|tel):/i, '').replace(/@.*$/, ''));
  if (dialled === messagesCode) return { kind: 'voicemail' };
  const { country, area_code, number_plan } = await trx
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const place = numberPlaceOf(country, area_code, number_plan);
  const userId = isExtension(dialled, place) ? await ownerOf(trx, accountId, dialled) : null;
  if (userId !== null) return { kind: 'colleague', userId };
  const number = normalizeNumber(dialled, place);
  if (number === null) throw new Refusal('VALIDATION_FAILED', 'No call could be sent there.');
  return { kind: 'number', number };
}

/** Whose own line an extension is; null: nobody's. */
async function ownerOf(trx: Writer, accountId: string, extension: string): Promise<string | null> {
  const found = await trx
    .selectFrom('extensions')
    .innerJoin('channels', 'channels.id', 'extensions.channel_id')
    .select('channels.owner_user_id')
    .where('extensions.account_id', '=', accountId)
    .where('extensions.extension', '=', extension)
    .where('channels.type', '=', 'private')
    .executeTakeFirst();
  return found?.owner_user_id ?? null;
}
