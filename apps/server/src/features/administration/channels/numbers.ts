import type { NewNumbers, NumberChange } from '@sidetone/contract/entities/admin-channel.ts';
import {
  mostNumbersOfBlock,
  type NumberBlockProblem,
  numberBlock,
  prefixConflict,
} from '@sidetone/contract/rules/numbers/number-block.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { needServer } from '../company/account.ts';
import { doubtAddresses } from '../company/line-state.ts';
import { refuseUnknownSkills } from '../skills/known-skills.ts';
import { channelOf } from './channel-row.ts';
import { takeNumber } from './channels.ts';
import { hasMenu } from './destinations.ts';
import { noteBlock, numbersOfBlocks } from './number-blocks.ts';

/**
 * Adds a number, or a block of them as `numberBlock` reads it; those that the account has already stay as they are and are
 * told as `kept`. Calls of every account here go to whom a number was given to, so only who runs the server gives them: on
 * the command line for any account, in the browser for their own. Throws `Refusal` FORBIDDEN for administrators of others,
 * CONFLICT for a number of another account, VALIDATION_FAILED for a block that is none, both with a `NumberBlockProblem` at
 * the field; NOT_FOUND for a channel of nobody here.
 */
export const addNumbers = (
  db: Database,
  by: Administrator,
  about: NewNumbers,
): Promise<{ added: string[]; kept: string[] }> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { label, channelId } = about;
    if (by.userId !== null) await needServer(trx, accountId);
    if (channelId !== null) await channelOf(trx, accountId, channelId);
    const block = blockOf(about.first, about.last ?? about.first);
    const wanted = [...(block.switchboard === null ? [] : [block.switchboard]), ...block.range];
    const there = await trx.selectFrom('numbers').select(['e164', 'account_id']).where('e164', 'in', wanted).execute();
    const foreign = there.find((number) => number.account_id !== accountId);
    if (foreign) throw refuse('CONFLICT', 'foreign', 'first', `${foreign.e164} is already taken.`);
    await refusePrefix(trx, accountId, wanted, about.last !== null);
    if (about.last !== null) {
      const [from = about.first] = block.range;
      const { trunkId } = about;
      await noteBlock(trx, note, by, { switchboard: block.switchboard, first: from, last: about.last, label, trunkId });
    }
    const own = new Set(there.map(({ e164 }) => e164));
    const added = wanted.filter((e164) => !own.has(e164));
    const kept = wanted.filter((e164) => own.has(e164));
    if (added.length === 0) return { added, kept };
    await trx
      .insertInto('numbers')
      .values(added.map((e164) => ({ e164, account_id: accountId, channel_id: channelId, label })))
      .execute();
    const [first = ''] = added;
    await note('number.added', first, {
      ...(added.length > 1 && { until: added.at(-1), count: added.length }),
      label,
      channelId,
    });
    await doubtAddresses(trx, note, accountId);
    return { added, kept };
  });

/**
 * Labels a number, gives it to a channel, or has a voice menu come first; a number without a channel has no menu. Throws
 * `Refusal` NOT_FOUND for any of nobody here, CONFLICT for a menu of a number without a channel.
 */
export const changeNumber = (db: Database, by: Administrator, e164: string, change: NumberChange): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { label, channelId, menuId, skills } = change;
    const number = await trx
      .selectFrom('numbers')
      .select(['label', 'channel_id as channelId', 'menu_id as menuId', 'skills'])
      .where('e164', '=', e164)
      .where('account_id', '=', by.accountId)
      .executeTakeFirst();
    if (!number) throw notFound('number');
    if (menuId != null && (channelId === undefined ? number.channelId : channelId) === null) throw menuOfNothing();
    const changed = differences(number, channelId === null ? { ...change, menuId: null } : change);
    if (Object.keys(changed).length === 0) return;
    if (channelId != null) await channelOf(trx, by.accountId, channelId);
    if (channelId !== undefined) await takeNumber(trx, by.accountId, e164, channelId);
    if (menuId !== undefined) {
      if (menuId !== null && !(await hasMenu(trx, by.accountId, menuId))) throw notFound('voice menu');
      await trx.updateTable('numbers').set({ menu_id: menuId }).where('e164', '=', e164).execute();
    }
    if (skills !== undefined) {
      await refuseUnknownSkills(trx, by.accountId, skills, 'skills');
      await trx
        .updateTable('numbers')
        .set({ skills: jsonText(skills) })
        .where('e164', '=', e164)
        .execute();
    }
    if (label !== undefined) await trx.updateTable('numbers').set({ label }).where('e164', '=', e164).execute();
    await note('number.changed', e164, changed);
  });

/** Takes a number away from the account. Throws `Refusal` NOT_FOUND. */
export const removeNumber = (db: Database, by: Administrator, e164: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { label, channelId } = await takeNumber(trx, by.accountId, e164, null);
    await trx.deleteFrom('numbers').where('e164', '=', e164).execute();
    await note('number.removed', e164, { label, channelId });
  });

/** Refuses numbers that begin another one: of a block any of the account, of a single number those of its blocks. */
async function refusePrefix(
  trx: Writer,
  accountId: string,
  wanted: readonly string[],
  isBlock: boolean,
): Promise<void> {
  const others = isBlock
    ? (await trx.selectFrom('numbers').select('e164').where('account_id', '=', accountId).execute()).map(
        ({ e164 }) => e164,
      )
    : await numbersOfBlocks(trx, accountId);
  const conflict = prefixConflict(wanted, others);
  if (conflict !== null)
    throw refuse('CONFLICT', 'prefix', isBlock ? 'last' : 'first', `${conflict}: ${reasons.prefix}`);
}

const menuOfNothing = () =>
  new Refusal('CONFLICT', 'Only a number of a channel begins with a voice menu.', {
    issues: [{ path: 'menuId', message: 'noChannel' }],
  });

const blockOf = (first: string, last: string) => {
  const block = numberBlock(first, last);
  if ('problem' in block) {
    throw refuse('VALIDATION_FAILED', block.problem, block.path, reasons[block.problem]);
  }
  return block;
};

/** For logs and the command line; the browser has words of its own for each problem. */
const reasons: Record<NumberBlockProblem, string> = {
  lengths:
    'The ends of a block have one length, or the first is the switchboard and ends in 0 where the last has two or three digits.',
  heads: 'The last number of a block differs from the first only in the extension.',
  order: 'The last number of a block comes after its first.',
  tooMany: `A block has at most ${mostNumbersOfBlock} numbers.`,
  noNumber: 'No country has this number.',
  foreign: 'A number of the block is already taken.',
  prefix: 'One number is the beginning of another one, so the longer one could not be dialled to its end.',
};

const refuse = (
  code: 'CONFLICT' | 'VALIDATION_FAILED',
  problem: NumberBlockProblem,
  path: 'first' | 'last',
  why: string,
) => new Refusal(code, why, { issues: [{ path, message: problem }] });
