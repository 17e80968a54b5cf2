import type { AdminUserChange, ReachProblem } from '@sidetone/contract/entities/admin-user.ts';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { ErrorCode } from '@sidetone/contract/errors.ts';
import { refuseMeaningful } from '../../../identity/extensions.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { takeNumber } from '../channels/channels.ts';
import { joinChannel, leaveChannel } from '../channels/members.ts';

type Note = (action: AuditAction, target: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;

/** Whose reach is written: a person with their own line. */
interface Reached {
  readonly accountId: string;
  readonly userId: string;
  /** Their private channel. */
  readonly channelId: string;
}

/**
 * Gives a person their direct number. Throws `Refusal` with a `ReachProblem` at `path`: NOT_FOUND for a number that the
 * account does not have, CONFLICT for one that leads elsewhere.
 */
export async function giveNumber(
  trx: Writer,
  note: Note,
  { accountId, channelId }: Omit<Reached, 'userId'>,
  { number, path }: { number: string; path: string },
): Promise<void> {
  const there = await trx
    .selectFrom('numbers')
    .select('channel_id as channelId')
    .where('e164', '=', number)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!there) throw refuse('NOT_FOUND', 'numberUnknown', path);
  if (there.channelId === channelId) return;
  if (there.channelId !== null) throw refuse('CONFLICT', 'numberTaken', path);
  await takeNumber(trx, accountId, number, channelId);
  await note('number.changed', number, { channelId: { from: null, to: channelId } });
}

/**
 * Writes how a person is reached, as far as the change says it: whatever is not on a list of theirs any longer is free
 * again. Throws `Refusal` with a `ReachProblem` at the list, and nothing of the transaction is kept then.
 */
export async function writeReach(
  trx: Writer,
  note: Note,
  reached: Reached,
  { extensions, numbers, channelIds }: AdminUserChange,
): Promise<void> {
  if (extensions) await writeExtensions(trx, note, reached, extensions);
  if (numbers) await writeNumbers(trx, note, reached, numbers);
  if (channelIds) await writeMemberships(trx, note, reached, channelIds);
}

async function writeExtensions(trx: Writer, note: Note, { accountId, channelId }: Reached, wanted: readonly string[]) {
  const rows = await trx
    .selectFrom('extensions')
    .select(['extension', 'channel_id as channelId'])
    .where('account_id', '=', accountId)
    .execute();
  const owner = new Map(rows.map((row) => [row.extension, row.channelId]));
  for (const row of rows) {
    if (row.channelId !== channelId || wanted.includes(row.extension)) continue;
    await trx
      .deleteFrom('extensions')
      .where('account_id', '=', accountId)
      .where('extension', '=', row.extension)
      .execute();
    await note('extension.changed', row.extension, { channelId: { from: channelId, to: null } });
  }
  for (const extension of new Set(wanted)) {
    if (owner.get(extension) === channelId) continue;
    if (owner.has(extension)) throw refuse('CONFLICT', 'extensionTaken', 'extensions');
    await refuseMeaningful(trx, accountId, extension, 'extensions');
    await trx.insertInto('extensions').values({ account_id: accountId, extension, channel_id: channelId }).execute();
    await note('extension.changed', extension, { channelId: { from: null, to: channelId } });
  }
}

async function writeNumbers(trx: Writer, note: Note, reached: Reached, wanted: readonly string[]) {
  await freeNumbers(trx, note, reached, (number) => !wanted.includes(number));
  for (const number of new Set(wanted)) await giveNumber(trx, note, reached, { number, path: 'numbers' });
}

/** Takes those direct numbers away from a person that are to be free. */
export async function freeNumbers(
  trx: Writer,
  note: Note,
  { accountId, channelId }: Omit<Reached, 'userId'>,
  isToBeFree: (number: string) => boolean,
): Promise<void> {
  const rows = await trx.selectFrom('numbers').select('e164').where('channel_id', '=', channelId).execute();
  for (const { e164 } of rows) {
    if (!isToBeFree(e164)) continue;
    await takeNumber(trx, accountId, e164, null);
    await note('number.changed', e164, { channelId: { from: channelId, to: null } });
  }
}

async function writeMemberships(trx: Writer, note: Note, reached: Reached, wanted: readonly string[]) {
  const shared = await sharedChannels(trx, reached.accountId);
  const join = { ids: wanted, path: 'channelIds' };
  const leave = { ids: [...shared].filter((id) => !wanted.includes(id)), path: 'channelIds' };
  await changeMemberships(trx, note, reached, { shared, join, leave });
}

/** The ids of the shared channels of an account. */
export async function sharedChannels(trx: Writer, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'acd')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ids of channels, and the field of the request that names them. */
interface Named {
  readonly ids: readonly string[];
  readonly path: string;
}

/**
 * Makes a person a member of channels and takes them out of others; who is a member already stays one, and who is none has
 * nothing to leave. Throws `Refusal` NOT_FOUND with the problem `channelUnknown` at the field that names a channel which is
 * not among `shared`.
 */
export async function changeMemberships(
  trx: Writer,
  note: Note,
  { accountId, userId }: Omit<Reached, 'channelId'>,
  { shared, join, leave }: { shared: ReadonlySet<string>; join: Named; leave: Named },
): Promise<void> {
  if (join.ids.length === 0 && leave.ids.length === 0) return;
  for (const { ids, path } of [join, leave]) {
    if (ids.some((id) => !shared.has(id))) throw refuse('NOT_FOUND', 'channelUnknown', path);
  }
  const rows = await trx.selectFrom('channel_members').select('channel_id').where('user_id', '=', userId).execute();
  const joined = new Set(rows.map((row) => row.channel_id));
  for (const id of new Set(join.ids)) {
    if (!joined.has(id)) await joinChannel(trx, note, accountId, id, { userId, dialedIn: true });
  }
  for (const id of new Set(leave.ids)) {
    if (joined.has(id)) await leaveChannel(trx, note, accountId, id, userId);
  }
}

/** For logs and the command line; the browser has words of its own for each problem. */
const reasons: Record<ReachProblem, string> = {
  numberUnknown: 'The account has no such number.',
  numberTaken: 'This number leads elsewhere already.',
  extensionTaken: 'This extension is already taken.',
  extensionMeaning: 'This extension is an emergency number or a short code.',
  channelUnknown: 'The account has no such shared channel.',
  emailTaken: 'This email address is already in use.',
};

const refuse = (code: ErrorCode, problem: ReachProblem, path: string): Refusal =>
  new Refusal(code, reasons[problem], { issues: [{ path, message: problem }] });
